#pragma once

#include <string>

#include "tools/rainier/figures.hpp"

namespace rainier::tool {

inline constexpr double calibrated_limit = 0.02;

struct Verdict {
  double error = 0;  ///< simulated / published - 1
  bool pass = false;
  std::string expected;  ///< `within 2 %`, `0.8 to 1.0 of it`
};

/// A value passes within 2 % where it was calibrated on, else within what the drive's predictions may be off;
/// an upper limit between 0.8 and 1.0 of it (an error rate anywhere below), a lower one between 1.0 and 1.1.
Verdict judge(const Figure& figure, double simulated, bool calibrated, double predicted_within);

}  // namespace rainier::tool
