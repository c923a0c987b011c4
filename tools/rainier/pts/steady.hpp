#pragma once

#include "tools/rainier/pts/result.hpp"

namespace rainier::pts {

/// Judges what the tracked cells did in the last five of the first `rounds` rounds.
std::vector<Verification> verify(const PartResult& part, Metric metric, std::uint64_t rounds);
bool all_steady(const std::vector<Verification>& tracked);

/// Every cell over the rounds `first` to `last`, counted from 1. A cell that a signal left out of one of them
/// is averaged over the others.
std::vector<Average> average(const PartResult& part, std::uint64_t first, std::uint64_t last);

}  // namespace rainier::pts
