#include "validation/oracles/codeword.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

using namespace rainier::oracle;

TEST_CASE("BCH spends m bits of parity on each corrected error") {
  CHECK(bch(1024, 24).parity_bits == 14 * 24);
  CHECK(bch(512, 8).parity_bits == 13 * 8);
}

TEST_CASE("BCH reaches the reference UBER at the reference RBER") {
  const auto strong = bch(1024, 24);
  CHECK(rber_limit(strong, 1e-15) == Approx(5.1e-4).margin(0.05e-4));
  CHECK(rber_limit(strong, 1e-16) == Approx(4.6e-4).margin(0.05e-4));
  CHECK(rber_limit(strong, 1e-17) == Approx(4.1e-4).margin(0.05e-4));
  const auto light = bch(512, 8);
  CHECK(rber_limit(light, 1e-15) == Approx(5.5e-5).margin(0.05e-5));
  CHECK(rber_limit(light, 1e-16) == Approx(4.2e-5).margin(0.05e-5));
  CHECK(rber_limit(light, 1e-17) == Approx(3.3e-5).margin(0.05e-5));
}

TEST_CASE("failure and success of a short codeword add up to one by direct summation") {
  const Codeword hamming{4, 3, 1};
  const double p = 0.1;
  const double corrected = std::pow(1 - p, 7) + 7 * p * std::pow(1 - p, 6);
  CHECK(failure(hamming, p) == Approx(1 - corrected));
}

TEST_CASE("a codeword without correction fails on its first bit error") {
  CHECK(failure({100, 0, 0}, 1e-3) == Approx(1 - std::pow(1 - 1e-3, 100)));
}

TEST_CASE("a codeword of perfect bits never fails") { CHECK(failure(bch(512, 8), 0) == 0); }

TEST_CASE("most codewords fail once the mean number of errors is far beyond t") {
  CHECK(failure(bch(1024, 24), 0.02) == Approx(1).epsilon(1e-9));
}

TEST_CASE("vanishing correlation makes frames binomial, and correlation makes rare failures likelier") {
  const auto code = bch(1024, 24);
  CHECK(over_dispersed_failure(code, 5e-4, 1e-11) == Approx(failure(code, 5e-4)).epsilon(1e-3));
  CHECK(over_dispersed_failure(code, 5e-4, 1e-4) > 1e3 * failure(code, 5e-4));
}

TEST_CASE("beta-binomial with a uniform error rate makes every count of errors equally likely") {
  // a = b = 1: mean 1/2, correlation 1/3; of n + 1 counts, n - t are failures.
  CHECK(over_dispersed_failure({90, 9, 24}, 0.5, 1.0 / 3) == Approx(75.0 / 100));
}

TEST_CASE("an impossible bit error rate is refused") {
  CHECK_THROWS_AS(failure(bch(512, 8), -1e-3), std::domain_error);
  CHECK_THROWS_AS(failure(bch(512, 8), 1), std::domain_error);
}
