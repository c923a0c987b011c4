#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/describe.hpp"

namespace rainier::tool {

/// What the file of a sweep may hold, as `rainier schema sweep` says it. What stands below `grid`, `list` and
/// `latin_hypercube.ranges` is named by the parameters themselves: the sweep reads the file by other means,
/// and refuses to do so with other keys than these.
struct SweepKeys {
  std::string title, drive, host = "linux-fio", scale = "1", precondition = "none", workload;
  std::vector<std::string> job, set;
  std::vector<std::uint64_t> seeds{1};
  std::string grid, list;
  struct Hypercube {
    std::uint64_t points = 0;
    std::string ranges;
  } latin_hypercube;
  struct Prices {
    double raw_gb = 1, channel = 0, drive = 0;
  } prices;
};

void describe(config::Schema& schema, SweepKeys& keys);

}  // namespace rainier::tool
