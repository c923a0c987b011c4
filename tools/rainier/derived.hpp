#pragma once

#include <string>
#include <vector>

#include "models/controller/config.hpp"

namespace rainier::tool {

/// A number that follows from a drive's configuration.
struct Derived {
  std::string key, name, unit;
  double value = 0;
  std::string text;  ///< the value for the eye
  std::string how;   ///< the formula
};

std::vector<Derived> derived_of(const controller::DriveConfig& config);

}  // namespace rainier::tool
