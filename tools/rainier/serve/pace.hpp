#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "sim/kernel/time.hpp"

namespace rainier::live {

/// How simulated time goes with that of the wall.
struct Pace {
  double factor = 0;  ///< wall seconds a simulated second; 0: as fast as it can
  bool is_free() const { return factor == 0; }
  Time simulated(std::chrono::nanoseconds wall) const {
    return Time::nearest(static_cast<double>(wall.count()) * 1e3 / factor);
  }
  std::chrono::nanoseconds wall(Time simulated) const;
  std::string name() const;  ///< as it is written
};

/// Reads `real`, `free` or `xN`: N times slower than real, or faster with N below 1. @throws tool::UsageError
Pace parse_pace(std::string_view text);

}  // namespace rainier::live
