#include "models/host/fio/permutation.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace rainier;
using namespace rainier::fio;

TEST_CASE("Every place of a permutation has its own value below n") {
  const std::uint64_t n = GENERATE(1, 2, 3, 4, 5, 7, 8, 9, 100, 1000, 4096, 4097, 65'537, 1'000'003);
  CAPTURE(n);
  Philox random(n, "permutation");
  const Permutation order(n, random);
  std::vector<bool> seen(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t value = order(i);
    REQUIRE(value < n);
    REQUIRE_FALSE(seen[value]);
    seen[value] = true;
  }
}

TEST_CASE("A permutation of more than 2^32 blocks stays in range and does not repeat") {
  const std::uint64_t n = (std::uint64_t{1} << 40) + 3;
  Philox random(1, "permutation");
  const Permutation order(n, random);
  std::uint64_t last = n;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t value = order(i);
    REQUIRE(value < n);
    REQUIRE(value != last);
    last = value;
  }
}

TEST_CASE("Over many keys each place takes each value equally often, as do pairs of neighbours") {
  const std::uint64_t n = GENERATE(12, 5'000, 20'000, 1'000'003);
  CAPTURE(n);
  constexpr std::uint64_t bins = 12;
  constexpr int draws = 50'000;
  const auto bin = [n](std::uint64_t value) { return value * bins / n; };
  std::vector<double> first(bins), pair(bins * bins);
  Philox random(3, "permutation");
  for (int i = 0; i < draws; ++i) {
    const Permutation order(n, random);
    ++first[bin(order(4))];
    ++pair[bin(order(4)) * bins + bin(order(5))];
  }
  const double width = std::ceil(double(n) / bins);  // of a bin, to within one value in hundreds
  const double same = draws / double(bins) * (width - 1) / (double(n) - 1);
  const double other = (draws / double(bins) - same) / (bins - 1);
  double chi_first = 0, chi_pair = 0;
  for (const double count : first)
    chi_first += (count - draws / double(bins)) * (count - draws / double(bins)) / (draws / double(bins));
  for (std::uint64_t i = 0; i < bins * bins; ++i) {
    const double expected = i / bins == i % bins ? same : other;
    if (expected > 0) chi_pair += (pair[i] - expected) * (pair[i] - expected) / expected;
  }
  CHECK(chi_first < 11 + 5 * 4.7);
  CHECK(chi_pair < 143 + 5 * 16.9);
}

TEST_CASE("Successive values of a large permutation are as far apart as independent ones") {
  constexpr std::uint64_t n = 170'898'437;  // the 4 KiB blocks of 700 GB
  constexpr int draws = 200'000, bins = 64;
  Philox random(5, "permutation");
  const Permutation order(n, random);
  std::vector<double> apart(bins);
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t step = (order(std::uint64_t(i) + 1) + n - order(std::uint64_t(i))) % n;
    ++apart[step * bins / n];
  }
  double chi = 0;
  for (const double count : apart) chi += (count - draws / bins) * (count - draws / bins) / (draws / bins);
  CHECK(chi < 63 + 5 * 11.2);
}
