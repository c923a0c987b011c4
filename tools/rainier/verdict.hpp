#pragma once

#include <optional>
#include <string>

#include "tools/rainier/figures.hpp"

namespace rainier::tool {

inline constexpr double calibrated_limit = 0.02, predicted_limit = 0.08;

struct Verdict {
  double error = 0;  ///< simulated / published - 1
  bool pass = false;
  std::string expected;  ///< `within 2 %`, `0.8 to 1.0 of it`
};

/// A value passes within 2 % where it was calibrated on, else within 8 %, or within what the row says; an
/// upper limit between 0.8 and 1.0 of it, a lower limit between 1.0 and 1.1.
Verdict judge(const Figure& figure, double simulated, bool calibrated, std::optional<double> within);

}  // namespace rainier::tool
