#include "validation/oracles/lambert.hpp"

#include <cmath>
#include <numbers>

#include "validation/oracles/domain.hpp"

namespace rainier::oracle {

namespace {

double first_guess(double x) {
  if (x > 1) return std::log(x) - std::log1p(std::log(x)) / 2;
  // Puiseux series about the branch point.
  const double p = std::sqrt(std::fmax(0, 2 * (std::numbers::e * x + 1)));
  return -1 + p * (1 + p * (-1.0 / 3 + p * 11.0 / 72));
}

}  // namespace

double lambert_w0(double x) {
  require(std::numbers::e * x >= -1 - 1e-12, "lambert_w0: x must be at least -1/e");
  double w = first_guess(x);
  for (int i = 0; i < 50; ++i) {
    const double e = std::exp(w);
    const double f = w * e - x;
    const double slope = e * (w + 1);
    if (slope == 0) return w;
    const double step = f / (slope - (w + 2) * f / (2 * w + 2));
    if (!std::isfinite(step)) return w;
    w -= step;
    if (std::fabs(step) <= 1e-15 * (1 + std::fabs(w))) break;
  }
  return w;
}

}  // namespace rainier::oracle
