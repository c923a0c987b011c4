#include "models/host/fio/ranks.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::fio {

Zipf::Zipf(std::uint64_t n, double theta)
    : n_(static_cast<double>(n)),
      theta_(theta),
      top_(integral(n_ + 0.5)),
      bottom_(integral(1.5) - 1),
      squeeze_(2 - inverse(integral(2.5) - density(2))) {}

double Zipf::integral(double x) const {
  // Through expm1 the exact limit log x is reached as theta nears 1.
  const double power = (1 - theta_) * std::log(x);
  return power == 0 ? std::log(x) : std::expm1(power) / power * std::log(x);
}

double Zipf::inverse(double y) const {
  const double t = std::max(y * (1 - theta_), -1.0);
  return t == 0 ? std::exp(y) : std::exp(std::log1p(t) / t * y);
}

double Zipf::density(double x) const { return std::exp(-theta_ * std::log(x)); }

std::uint64_t Zipf::operator()(Philox& random) const {
  while (true) {
    const double u = top_ + random.unit() * (bottom_ - top_);
    const double x = inverse(u);
    const double rank = std::clamp(std::floor(x + 0.5), 1.0, n_);
    if (rank - x <= squeeze_ || u >= integral(rank + 0.5) - density(rank)) {
      return static_cast<std::uint64_t>(rank) - 1;
    }
  }
}

Pareto::Pareto(std::uint64_t n, double h) : n_(n), exponent_(std::log(h) / std::log(1 - h)) {}

std::uint64_t Pareto::operator()(Philox& random) const {
  const double rank = static_cast<double>(n_) * std::pow(random.unit(), exponent_);
  return std::min(static_cast<std::uint64_t>(rank), n_ - 1);
}

}  // namespace rainier::fio
