#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rainier {

/// Latencies in whole nanoseconds, in the bins of fio 3: each power of two from 2^6 up is cut into 64 bins, a
/// bin is named by its midpoint, 29 groups reach to 2^34 ns, and what is longer stands in the last bin. So
/// bins and percentiles compare bit for bit with fio's JSON. A bin is at most 0.78 % off; the sums are exact.
class Histogram {
 public:
  static constexpr std::size_t sub_bits = 6;
  static constexpr std::size_t sub_buckets = std::size_t{1} << sub_bits;
  static constexpr std::size_t groups = 29;
  static constexpr std::size_t bins = groups * sub_buckets;

  static constexpr std::size_t bin_of(std::uint64_t ns) {
    if (ns < 2 * sub_buckets) return static_cast<std::size_t>(ns);
    const std::size_t dropped = static_cast<std::size_t>(std::bit_width(ns)) - sub_bits - 1;
    return std::min(dropped * sub_buckets + static_cast<std::size_t>(ns >> dropped), bins - 1);
  }
  static constexpr std::uint64_t bin_value(std::size_t bin) {
    if (bin < 2 * sub_buckets) return bin;
    const std::size_t dropped = bin / sub_buckets - 1;
    return ((bin % sub_buckets + sub_buckets) << dropped) + (std::uint64_t{1} << (dropped - 1));
  }

  void add(std::uint64_t ns) {
    ++bins_[bin_of(ns)];
    ++count_;
    sum_ += ns;
    squares_ += Wide{ns} * ns;
    if (ns < min_) [[unlikely]]
      min_ = ns;
    if (ns > max_) [[unlikely]]
      max_ = ns;
  }
  /// The same value `times` times, at least once.
  void add(std::uint64_t ns, std::uint64_t times) {
    bins_[bin_of(ns)] += times;
    count_ += times;
    sum_ += ns * times;
    squares_ += Wide{ns} * ns * times;
    min_ = std::min(min_, ns);
    max_ = std::max(max_, ns);
  }
  void merge(const Histogram& other);
  /// What was added since the snapshot `earlier` of this histogram; min and max stay those of the whole.
  Histogram& operator-=(const Histogram& earlier);

  std::uint64_t count() const { return count_; }
  std::uint64_t min() const { return count_ == 0 ? 0 : min_; }
  std::uint64_t max() const { return max_; }
  double mean() const;
  /// Of a sample (n - 1), as fio has it; 0 for fewer than two values.
  double stddev() const;
  /// The value of the first bin at which at least p % of the values are counted; 0 when empty.
  std::uint64_t percentile(double p) const;
  std::vector<std::uint64_t> percentiles(std::span<const double> list) const;

  /// Calls f(value, count) for each bin that is not empty, in rising order.
  template <class F>
  void for_each_bin(F&& f) const {
    for (std::size_t bin = 0; bin < bins; ++bin)
      if (bins_[bin] != 0) f(bin_value(bin), bins_[bin]);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  std::array<std::uint64_t, bins> bins_{};
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  Wide squares_ = 0;
  std::uint64_t min_ = ~std::uint64_t{0};
  std::uint64_t max_ = 0;
};

}  // namespace rainier
