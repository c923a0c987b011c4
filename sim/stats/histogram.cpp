#include "sim/stats/histogram.hpp"

#include <cmath>

namespace rainier {

void Histogram::merge(const Histogram& other) {
  for (std::size_t bin = 0; bin < bins; ++bin) bins_[bin] += other.bins_[bin];
  count_ += other.count_;
  sum_ += other.sum_;
  squares_ += other.squares_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

Histogram& Histogram::operator-=(const Histogram& earlier) {
  for (std::size_t bin = 0; bin < bins; ++bin) bins_[bin] -= earlier.bins_[bin];
  count_ -= earlier.count_;
  sum_ -= earlier.sum_;
  squares_ -= earlier.squares_;
  return *this;
}

double Histogram::mean() const {
  return count_ == 0 ? 0.0
                     : static_cast<double>(static_cast<long double>(sum_) / static_cast<long double>(count_));
}

double Histogram::stddev() const {
  if (count_ < 2) return 0.0;
  // With sum = n m + r: sum of (x - m)^2 = squares - n m^2 - 2 m r, all in integers, and r^2 / n less around
  // the mean.
  const Wide n = count_, m = sum_ / count_, r = sum_ % count_;
  const auto around_m = static_cast<long double>(squares_ - n * m * m - 2 * m * r);
  const auto rest = static_cast<long double>(r);
  const auto size = static_cast<long double>(count_);
  return static_cast<double>(std::sqrt((around_m - rest * rest / size) / (size - 1)));
}

std::uint64_t Histogram::percentile(double p) const {
  if (count_ == 0) return 0;
  const long double wanted = static_cast<long double>(p) / 100.0L * static_cast<long double>(count_);
  std::uint64_t seen = 0;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    seen += bins_[bin];
    if (static_cast<long double>(seen) >= wanted) return bin_value(bin);
  }
  return bin_value(bins - 1);
}

std::vector<std::uint64_t> Histogram::percentiles(std::span<const double> list) const {
  std::vector<std::uint64_t> values;
  values.reserve(list.size());
  for (const double p : list) values.push_back(percentile(p));
  return values;
}

}  // namespace rainier
