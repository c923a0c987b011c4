#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/rainier/pts/result.hpp"
#include "tools/rainier/setup.hpp"

namespace rainier::pts {

/// A result with the machine it was measured on, as the reports need them.
struct Report {
  const tool::Setup& setup;
  std::uint64_t seed;
  const Result& result;
};

/// Everything, in SI units: seconds, bytes, bytes a second, requests a second. Half-widths are of 95 %
/// confidence: of a round's cell by ten slices of its sample, of `cells` by the rounds averaged.
nlohmann::ordered_json json_of(const Report& report);
/// A line for each cell of each round.
std::string csv_of(const Report& report);
/// Tables for the eye: averages, steady-state verification, how the cells were sampled.
std::string text_of(const Report& report);

}  // namespace rainier::pts
