#include "tools/rainier/verdict.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rainier::tool {

Verdict judge(const Figure& figure, double simulated, bool calibrated, double predicted_within) {
  constexpr double rounding = 1e-9;
  const double ratio = simulated / figure.value;
  switch (figure.relation) {
    case Relation::less_than:
      if (figure.metric == "uncorrectable_bit_error_rate") return {ratio - 1, ratio <= 1.0, "below it"};
      return {ratio - 1, ratio >= 0.8 && ratio <= 1.0, "0.8 to 1.0 of it"};
    case Relation::at_least:
      return {ratio - 1, ratio >= 1.0 && ratio <= 1.1, "1.0 to 1.1 of it"};
    case Relation::eq:
      break;
  }
  const double limit = calibrated ? calibrated_limit : predicted_within;
  return {ratio - 1, std::abs(ratio - 1) <= limit + rounding, fmt::format("within {:.3g} %", 100 * limit)};
}

}  // namespace rainier::tool
