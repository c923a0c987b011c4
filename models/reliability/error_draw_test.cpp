#include "models/reliability/error_draw.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "models/reliability/places.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::reliability;

namespace {

/// Four standard deviations of a count of `trials` with this probability: with the seed set, a draw that is
/// right passes for good.
double margin(double trials, double probability) {
  return 4 * std::sqrt(trials * probability * (1 - probability));
}

double binomial(double n, double k, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) +
                  (n - k) * std::log1p(-p));
}

/// Codewords at places that follow from nothing.
auto drawn(Philox& random) {
  return [&random](std::uint32_t) { return random.unit(); };
}

}  // namespace

TEST_CASE("the table of failures is the closed form") {
  for (const Codeword& codeword : {Codeword{4096, 8}, Codeword{8192, 24}, Codeword{32768, 100}}) {
    ErrorDraw draw(codeword);
    CHECK(draw.failure(0) == 0);
    for (const double rber : {1.1e-7, 3.3e-5, 4.07e-4, 1.3e-3, 2.9e-3, 1.01e-2, 0.3})
      if (const double exact = codeword_failure(codeword, rber); exact > 1e-290)
        CHECK(draw.failure(rber) == Approx(exact).epsilon(2e-3));
  }
}

TEST_CASE("reads fail, and so many of their codewords, as often as the binomial distribution says") {
  const Codeword codeword{4096, 8};
  ErrorDraw draw(codeword);
  Philox random(1, "test");
  const double rber = 1.3e-3, fails = codeword_failure(codeword, rber);
  const std::uint32_t codewords = 8, reads = 200'000;
  std::vector<double> counts(codewords + 1, 0);
  for (std::uint32_t i = 0; i < reads; ++i) ++counts[draw.read(codewords, rber, drawn(random)).failing];
  for (std::uint32_t failing = 0; failing <= 4; ++failing) {
    const double probability = binomial(codewords, failing, fails);
    CAPTURE(failing, probability);
    CHECK(counts[failing] == Approx(reads * probability).margin(margin(reads, probability) + 1));
  }
}

TEST_CASE("the worst codeword of a read has as many errors as the maximum of its codewords") {
  const bool clustered = GENERATE(false, true);
  const Codeword codeword{4096, 40, clustered ? 2e-3 : 0};
  ErrorDraw draw(codeword);
  Philox random(1, "test");
  const double rber = 1e-3, n = codeword.bits();
  const std::uint32_t codewords = 4, reads = 100'000;
  std::vector<double> counts(codeword.correctable + 2, 0);
  for (std::uint32_t i = 0; i < reads; ++i) {
    const ErrorDraw::Read read = draw.read(codewords, rber, drawn(random));
    if (read.failing == 0) ++counts[read.worst];
  }
  const double concentration = clustered ? 1 / codeword.correlation - 1 : 1e9;
  const double a = rber * concentration, b = (1 - rber) * concentration;
  const auto log_beta = [](double x, double y) {
    return std::lgamma(x) + std::lgamma(y) - std::lgamma(x + y);
  };
  double below = 0, up_to = 0;
  for (std::uint32_t k = 0; k < 20; ++k) {
    const double log_choose = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
    up_to +=
        clustered ? std::exp(log_choose + log_beta(k + a, n - k + b) - log_beta(a, b)) : binomial(n, k, rber);
    const double probability = std::pow(up_to, codewords) - std::pow(below, codewords);
    below = up_to;
    CAPTURE(k, probability);
    CHECK(counts[k] == Approx(reads * probability).margin(margin(reads, probability) + 1));
  }
}

TEST_CASE("all errors of a read have the mean that the rate says") {
  const Codeword codeword{4096, 8};
  const ErrorDraw draw(codeword);
  Philox random(1, "test");
  const double mean = 8 * codeword.bits() * 2e-3, reads = 10'000;
  double sum = 0;
  for (int i = 0; i < reads; ++i) sum += draw.errors(8, 2e-3, drawn(random));
  CHECK(sum / reads == Approx(mean).margin(4 * std::sqrt(mean / reads)));
}

TEST_CASE("places are uniform, the same each time, and of their own for each page, version and codeword") {
  const Places places(Philox(1, "test"));
  CHECK(places.of(7, 3, 5) == places.of(7, 3, 5));
  double sum = 0, squares = 0, shared = 0;
  const std::uint32_t count = 20'000;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double place = places.of(i / 8, 3, i % 8);
    sum += place - 0.5;
    squares += (place - 0.5) * (place - 0.5);
    shared += (place - 0.5) * (places.of(i / 8, 4, i % 8) - 0.5);
  }
  CHECK(sum / count == Approx(0).margin(4 * std::sqrt(1.0 / 12 / count)));
  CHECK(squares / count == Approx(1.0 / 12).epsilon(0.02));
  CHECK(shared / count == Approx(0).margin(4 / 12.0 / std::sqrt(count)));
}

TEST_CASE("a codeword never has fewer errors at a higher rate, and fails where its place says") {
  const Codeword codeword{4096, 8};
  ErrorDraw draw(codeword);
  for (const double place : {0.9, 0.3, 1e-3, 1e-6}) {
    const auto at = [place](std::uint32_t) { return place; };
    std::uint32_t before = 0;
    for (double rber = 1e-5; rber < 1e-2; rber *= 1.3) {
      const std::uint32_t errors = draw.errors(1, rber, at);
      CHECK(errors >= before);
      before = errors;
      CHECK(draw.read(1, rber, at).failing == (errors > 8));
    }
  }
}
