#include "sim/stats/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim/kernel/invariant.hpp"

namespace rainier {

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double stddev(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double squares = 0;
  for (const double x : values) squares += (x - centre) * (x - centre);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double student_t95(std::size_t degrees_of_freedom) {
  invariant(degrees_of_freedom > 0, "a confidence interval needs two values");
  // Any table of the t distribution, as in Abramowitz and Stegun 26.10.
  static constexpr std::array<double, 30> table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                                2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                                2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                                2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  if (degrees_of_freedom <= table.size()) return table[degrees_of_freedom - 1];
  // The first terms of the expansion around the normal quantile, Abramowitz and Stegun 26.7.5.
  const double z = 1.959963985, n = static_cast<double>(degrees_of_freedom);
  return z + (std::pow(z, 3) + z) / (4 * n) +
         (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * n * n);
}

Interval confidence95(std::span<const double> values) {
  invariant(values.size() >= 2, "a confidence interval needs two values");
  const double error = stddev(values) / std::sqrt(static_cast<double>(values.size()));
  return {mean(values), student_t95(values.size() - 1) * error};
}

std::vector<double> batch_means(std::span<const double> values, std::size_t batches) {
  invariant(batches > 0 && values.size() >= batches, "there are fewer values than batches");
  const std::size_t length = values.size() / batches;
  std::vector<double> means;
  for (std::size_t at = values.size() - length * batches; at < values.size(); at += length)
    means.push_back(mean(values.subspan(at, length)));
  return means;
}

double slope(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = static_cast<double>(values.size() - 1) / 2, level = mean(values);
  double across = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i) - centre;
    across += x * (values[i] - level);
    squares += x * x;
  }
  return across / squares;
}

bool SteadyStateDetector::add(double value) {
  std::rotate(last_.begin(), last_.begin() + 1, last_.end());
  last_.back() = value;
  ++rounds_;
  return attained();
}

bool SteadyStateDetector::attained() const { return range() <= 0.20 && slope_excursion() <= 0.10; }

double SteadyStateDetector::range() const {
  if (rounds_ < window) return std::numeric_limits<double>::infinity();
  const auto [low, high] = std::minmax_element(last_.begin(), last_.end());
  return *low == *high ? 0 : (*high - *low) / std::abs(window_mean());
}

double SteadyStateDetector::slope_excursion() const {
  if (rounds_ < window) return std::numeric_limits<double>::infinity();
  const double rise = std::abs(slope(last_)) * static_cast<double>(window - 1);
  return rise == 0 ? 0 : rise / std::abs(window_mean());
}

double SteadyStateDetector::window_mean() const { return mean(last_); }

}  // namespace rainier
