#include "models/host/trace/profile/distinct.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::trace {

void Distinct::merge(const Distinct& other) {
  for (std::size_t i = 0; i < ranks_.size(); ++i) ranks_[i] = std::max(ranks_[i], other.ranks_[i]);
}

double Distinct::estimate() const {
  const auto count = static_cast<double>(ranks_.size());
  double sum = 0, empty = 0;
  for (const std::uint8_t rank : ranks_) {
    sum += std::ldexp(1.0, -rank);
    empty += rank == 0;
  }
  const double alpha = 0.7213 / (1 + 1.079 / count);
  const double raw = alpha * count * count / sum;
  return raw <= 2.5 * count && empty > 0 ? count * std::log(count / empty) : raw;
}

}  // namespace rainier::trace
