#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/host/trace/replay/options.hpp"

namespace rainier::trace {

/// Where each volume's addresses end, by its number in the trace; found by reading it once.
struct Extents {
  std::vector<std::string> names;
  std::vector<std::uint64_t> ends;
};

/// Throws fio::JobError; also for standard input, which can't be read twice.
Extents find_extents(const ReadOptions& options);

}  // namespace rainier::trace
