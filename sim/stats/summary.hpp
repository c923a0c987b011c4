#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rainier {

double mean(std::span<const double> values);
/// Of a sample (n - 1); 0 for fewer than two values.
double stddev(std::span<const double> values);

/// mean +- half_width.
struct Interval {
  double mean = 0;
  double half_width = 0;
  bool contains(double x) const { return mean - half_width <= x && x <= mean + half_width; }
};

/// The two-sided 95 % point of Student's t: within 0.001 of the exact value.
double student_t95(std::size_t degrees_of_freedom);

/// 95 % confidence of the mean of independent values, such as replicas or batch means; at least two.
Interval confidence95(std::span<const double> values);

/// Means of equal consecutive batches, for values that are correlated within a run; the remainder at the
/// start, where the run warms up, is left out. At least one value per batch.
std::vector<double> batch_means(std::span<const double> values, std::size_t batches);

/// The least-squares slope of the values over 0, 1, 2, ...; 0 for fewer than two.
double slope(std::span<const double> values);

/// Steady state as SNIA's Solid State Storage Performance Test Specification defines it, over the last five
/// rounds: the range of the values is at most 20 % of their mean, and the rise or fall of the least-squares
/// line over the five is at most 10 % of the mean.
class SteadyStateDetector {
 public:
  static constexpr std::size_t window = 5;

  /// One round's value; true when the last five are steady.
  bool add(double value);

  bool attained() const;
  std::uint64_t rounds() const { return rounds_; }
  /// Of the window, as fractions of its mean; infinite before five rounds.
  double range() const;
  double slope_excursion() const;
  double window_mean() const;

 private:
  std::array<double, window> last_{};  ///< oldest first
  std::uint64_t rounds_ = 0;
};

}  // namespace rainier
