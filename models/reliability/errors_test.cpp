#include "models/reliability/errors.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace rainier::reliability;

TEST_CASE("24 bits over 1 KiB reach an UBER of 1e-15, 1e-16 and 1e-17 at the published bit error rates") {
  const Codeword codeword{8192, 24};
  CHECK(codeword.parity_bits() == 24 * 14);
  const auto uber = [&](double rber) { return codeword_failure(codeword, rber) / codeword.data_bits; };
  CHECK(std::log10(uber(5.1e-4)) == Approx(-15).margin(0.1));
  CHECK(std::log10(uber(4.6e-4)) == Approx(-16).margin(0.1));
  CHECK(std::log10(uber(4.1e-4)) == Approx(-17).margin(0.15));
}

TEST_CASE("8 bits over 512 B reach an UBER of 1e-15, 1e-16 and 1e-17 at the published bit error rates") {
  const Page page{{4096, 8}, 8, 0};
  CHECK(std::log10(sectors_lost_per_bit(page, 5.5e-5)) == Approx(-15).margin(0.1));
  CHECK(std::log10(sectors_lost_per_bit(page, 4.2e-5)) == Approx(-16).margin(0.1));
  CHECK(std::log10(sectors_lost_per_bit(page, 3.3e-5)) == Approx(-17).margin(0.1));
}

TEST_CASE("a small codeword fails as often as counting its cases says") {
  const Codeword codeword{4, 1};
  REQUIRE(codeword.bits() == 7);
  for (const double p : {1e-3, 0.1, 0.4}) {
    const double q = 1 - p;
    CHECK(codeword_failure(codeword, p) == Approx(1 - std::pow(q, 7) - 7 * p * std::pow(q, 6)).epsilon(1e-9));
  }
  CHECK(codeword_failure(codeword, 0) == 0);
}

TEST_CASE("RAIN loses a page when two of its stripe fail: about k times the square of one") {
  const Page page{{4096, 2}, 1, 7};
  const double rber = 1e-5;
  const double one = codeword_failure(page.codeword, rber);
  CHECK(sectors_lost_per_bit(page, rber) * 4096 == Approx(7 * one * one).epsilon(1e-3));
  CHECK(sectors_lost_per_bit(page, rber) < 1e-3 * sectors_lost_per_bit_by_ecc(page, rber));
}

TEST_CASE("errors that cluster defeat a codeword as the mean over beta-distributed rates says") {
  const auto [rber, correlation] =
      GENERATE(table<double, double>({{5e-4, 1e-3}, {1e-3, 1e-2}, {5e-3, 1e-4}}));
  const Codeword binomial{4096, 8}, clustered{4096, 8, correlation};
  // The integral over the beta density, by its logarithm's grid: the density is that of a = p (1/c - 1).
  const double concentration = 1 / correlation - 1;
  const double a = rber * concentration, b = (1 - rber) * concentration;
  const double norm = std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b);
  double sum = 0;
  const double step = 1e-3;
  for (double x = std::log(1e-7); x < std::log(0.3); x += step) {
    const double p = std::exp(x);
    sum += codeword_failure(binomial, p) * std::exp(norm + a * x + (b - 1) * std::log1p(-p)) * step;
  }
  CHECK(codeword_failure(clustered, rber) == Approx(sum).epsilon(2e-3));
}

TEST_CASE("with hardly any correlation errors are as good as independent") {
  CHECK(codeword_failure({8192, 24, 1e-9}, 1e-3) == Approx(codeword_failure({8192, 24}, 1e-3)).epsilon(1e-3));
}
