#include "sim/stats/histogram.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sim/stats/fio_run.hpp"

using namespace rainier;

TEST_CASE("A histogram of fio's latencies gives fio's bins, percentiles and moments") {
  Histogram histogram;
  for (const std::uint64_t ns : fio_run::latencies) histogram.add(ns);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> bins;
  histogram.for_each_bin([&](std::uint64_t value, std::uint64_t count) { bins.emplace_back(value, count); });
  CHECK(bins == std::vector(fio_run::bins.begin(), fio_run::bins.end()));
  for (const auto& [p, value] : fio_run::percentiles) CHECK(histogram.percentile(p) == value);
  CHECK(histogram.min() == fio_run::minimum);
  CHECK(histogram.max() == fio_run::maximum);
  CHECK(histogram.mean() == Approx(fio_run::mean).margin(1e-6));  // fio prints six decimals
  CHECK(histogram.stddev() == Approx(fio_run::stddev).margin(1e-6));
}

TEST_CASE("Bins have the midpoints that fio prints") {
  // From the bins of other runs of fio 3.33.
  for (const std::uint64_t value :
       {120, 121, 131, 141, 262, 11'072, 15'808, 39'168, 42'240, 2'899'968, 10'027'008})
    CHECK(Histogram::bin_value(Histogram::bin_of(value)) == value);
}

TEST_CASE("Every bin holds its own midpoint and is at most 0.78 % off") {
  for (std::size_t bin = 0; bin < Histogram::bins; ++bin)
    REQUIRE(Histogram::bin_of(Histogram::bin_value(bin)) == bin);
  for (double x = 1; x < 0x1p34; x *= 1.0007) {
    const auto ns = static_cast<std::uint64_t>(x);
    const auto value = static_cast<double>(Histogram::bin_value(Histogram::bin_of(ns)));
    REQUIRE(std::abs(value - static_cast<double>(ns)) <= 0.0078125 * static_cast<double>(ns));
  }
}

TEST_CASE("There are 1,856 bins up to 2^34 ns, and the last takes what is longer") {
  STATIC_REQUIRE(Histogram::bins == 1'856);
  CHECK(Histogram::bin_of((std::uint64_t{1} << 34) - 1) == 1'855);
  CHECK(Histogram::bin_of(std::uint64_t{1} << 34) == 1'855);
  CHECK(Histogram::bin_of(~std::uint64_t{0}) == 1'855);
}

TEST_CASE("An empty histogram is all zeros") {
  const Histogram histogram;
  CHECK(histogram.count() == 0);
  CHECK(histogram.min() == 0);
  CHECK(histogram.max() == 0);
  CHECK(histogram.mean() == 0);
  CHECK(histogram.stddev() == 0);
  CHECK(histogram.percentile(99) == 0);
}

TEST_CASE("Merged histograms are the histogram of all values, and a difference is the window between") {
  Histogram whole, first, second;
  for (std::uint64_t i = 1; i <= 1'000; ++i) {
    whole.add(i * i);
    (i <= 400 ? first : second).add(i * i);
  }
  Histogram merged = first;
  merged.merge(second);
  Histogram window = whole;
  window -= first;
  CHECK(merged.count() == 1'000);
  CHECK(merged.min() == 1);
  CHECK(merged.max() == 1'000'000);
  CHECK(window.count() == 600);
  for (const double p : {1.0, 50.0, 99.0, 99.9}) {
    CHECK(merged.percentile(p) == whole.percentile(p));
    CHECK(window.percentile(p) == second.percentile(p));
  }
  CHECK(merged.stddev() == whole.stddev());
  CHECK(window.mean() == second.mean());
  CHECK(window.stddev() == second.stddev());
}

TEST_CASE("The deviation is exact where floating sums would cancel") {
  // Two values a nanosecond apart, ten seconds from zero: the sample variance of n/2 each is n / (4 (n - 1)).
  Histogram histogram;
  constexpr int pairs = 100'000;
  for (int i = 0; i < pairs; ++i) histogram.add(10'000'000'000), histogram.add(10'000'000'001);
  CHECK(histogram.mean() == 10'000'000'000.5);
  CHECK(histogram.stddev() == Approx(std::sqrt(0.25 * 2 * pairs / (2.0 * pairs - 1))).epsilon(1e-12));
}

TEST_CASE("Percentiles are those of the values when values are small") {
  Histogram histogram;
  for (std::uint64_t i = 1; i <= 100; ++i) histogram.add(i);
  const std::vector<double> list{50, 1, 99, 100};
  CHECK(histogram.percentiles(list) == std::vector<std::uint64_t>{50, 1, 99, 100});
}

TEST_CASE("a value added many times at once counts as many times") {
  Histogram one, at_once;
  for (int i = 0; i < 1'000; ++i) one.add(123'456);
  at_once.add(123'456, 1'000);
  CHECK(at_once.count() == 1'000);
  CHECK(at_once.mean() == one.mean());
  CHECK(at_once.stddev() == one.stddev());
  CHECK(at_once.percentile(50) == one.percentile(50));
}
