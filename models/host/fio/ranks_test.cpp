#include "models/host/fio/ranks.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace rainier;
using namespace rainier::fio;

namespace {

constexpr int draws = 300'000;

/// Pearson's statistic over bins with at least 20 expected draws, the rest in one; and its degrees of
/// freedom.
struct Fit {
  double chi = 0;
  int freedom = -1;
};

template <class Draw>
Fit fit(const std::vector<double>& probability, Draw draw) {
  std::vector<double> count(probability.size());
  for (int i = 0; i < draws; ++i) ++count.at(draw());
  Fit result;
  double rest_count = 0, rest_expected = 0;
  const auto add = [&](double seen, double expected) {
    result.chi += (seen - expected) * (seen - expected) / expected;
    ++result.freedom;
  };
  for (std::size_t k = 0; k < probability.size(); ++k) {
    if (probability[k] * draws >= 20) {
      add(count[k], probability[k] * draws);
    } else {
      rest_count += count[k];
      rest_expected += probability[k] * draws;
    }
  }
  if (rest_expected > 0) add(rest_count, rest_expected);
  return result;
}

}  // namespace

TEST_CASE("Zipf ranks follow k^-theta over its sum") {
  const double theta = GENERATE(0.4, 0.99, 1.0001, 1.2, 2.5);
  const std::uint64_t n = GENERATE(1, 2, 10, 5000);
  CAPTURE(theta, n);
  std::vector<double> probability(n);
  double sum = 0;
  for (std::uint64_t k = 0; k < n; ++k) sum += probability[k] = std::pow(double(k + 1), -theta);
  for (double& p : probability) p /= sum;
  const Zipf zipf(n, theta);
  Philox random(11, "zipf");
  const Fit result = fit(probability, [&] { return zipf(random); });
  CHECK(result.chi <= result.freedom + 5 * std::sqrt(2.0 * result.freedom) + 1e-9);
}

TEST_CASE("Zipf over 2^40 ranks stays in range") {
  const Zipf zipf(std::uint64_t{1} << 40, 0.7);
  Philox random(1, "zipf");
  for (int i = 0; i < 100'000; ++i) REQUIRE(zipf(random) < std::uint64_t{1} << 40);
}

TEST_CASE("Pareto gives a part h of the ranks 1 - h of the accesses, at every scale") {
  // P(rank < x n) = x^(log(1 - h) / log h), so each rank's probability is a difference of two.
  const double h = GENERATE(0.1, 0.2, 0.5, 0.9);
  constexpr std::uint64_t n = 1000;
  CAPTURE(h);
  const double power = std::log(1 - h) / std::log(h);
  std::vector<double> probability(n);
  for (std::uint64_t k = 0; k < n; ++k) {
    probability[k] = std::pow(double(k + 1) / n, power) - std::pow(double(k) / n, power);
  }
  const Pareto pareto(n, h);
  Philox random(13, "pareto");
  const Fit result = fit(probability, [&] { return pareto(random); });
  CHECK(result.chi <= result.freedom + 5 * std::sqrt(2.0 * result.freedom));
}
