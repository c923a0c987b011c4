#include "validation/oracles/write_amplification.hpp"

#include <cmath>

#include "validation/oracles/domain.hpp"
#include "validation/oracles/lambert.hpp"

namespace rainier::oracle {

namespace {

void require_spare(double op) { require(op > 0, "write amplification: over-provisioning must be positive"); }

}  // namespace

double random_victim(double op) {
  require_spare(op);
  return (1 + op) / op;
}

double fifo(double op) {
  require_spare(op);
  const double alpha = 1 + op;
  return alpha / (alpha + lambert_w0(-alpha * std::exp(-alpha)));
}

double greedy(double op, int b) {
  require_spare(op);
  require(b >= 1, "greedy: a unit has at least one page");
  const double k = 1 + 1 / (2.0 * b);
  return fifo(k * (1 + op) - 1) / k;
}

double hot_cold_fifo(double op, HotSet hot) {
  require_spare(op);
  require(hot.writes > 0 && hot.writes < 1 && hot.pages > 0 && hot.pages < 1,
          "hot_cold_fifo: shares must lie between 0 and 1");
  const double alpha = 1 + op;
  const double hot_rate = hot.writes / hot.pages;
  const double cold_rate = (1 - hot.writes) / (1 - hot.pages);
  const auto next = [&](double a) {
    return 1 + hot.writes / std::expm1(hot_rate * alpha / a) +
           (1 - hot.writes) / std::expm1(cold_rate * alpha / a);
  };
  double low = 1;
  double high = 2;
  while (next(high) > high) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
    const double a = (low + high) / 2;
    (next(a) > a ? low : high) = a;
  }
  return (low + high) / 2;
}

double op_of_spare_factor(double spare_factor) {
  require(spare_factor > 0 && spare_factor < 1, "op_of_spare_factor: a spare factor lies between 0 and 1");
  return spare_factor / (1 - spare_factor);
}

double op_after_trim(double op, double trimmed_share) {
  require(trimmed_share >= 0 && trimmed_share < 1, "op_after_trim: the share lies in [0, 1)");
  return (1 + op) / (1 - trimmed_share) - 1;
}

}  // namespace rainier::oracle
