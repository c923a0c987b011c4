#include "models/reliability/bit_errors.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace rainier::reliability;

namespace {

Params mlc() {
  Params p;
  p.fresh_rber = 1e-6;
  p.rated_rber = 1e-4;
  p.exponent = 2;
  p.retention = {3, 0.5, 1.1};
  p.disturb = 2;
  p.retry.gain = 1.5;
  return p;
}

}  // namespace

TEST_CASE("bit errors grow by a power law from fresh to rated cycles") {
  const auto law = make_power_law(1e-7, 1e-4, 2, 3000);
  CHECK(law->rber(0) == 1e-7);
  CHECK(law->rber(3000) == Approx(1e-4));
  CHECK(law->rber(1500) == Approx(1e-7 + (1e-4 - 1e-7) / 4));
  CHECK(law->rber(1e9) == 0.5);
}

TEST_CASE("bit errors grow exponentially: by the same factor over the same cycles") {
  const auto law = make_exponential_law(1e-6, 1e-4, 3000);
  CHECK(law->rber(0) == Approx(1e-6));
  CHECK(law->rber(1500) == Approx(1e-5));
  CHECK(law->rber(3000) == Approx(1e-4));
  CHECK(law->rber(4500) == Approx(1e-3));
  CHECK(law->rber(1e9) == 0.5);
}

TEST_CASE("bit errors of a table lie on straight lines between the logarithms of its entries") {
  const auto law = make_table_law({0, 1000, 3000}, {1e-6, 1e-5, 1e-4});
  CHECK(law->rber(0) == Approx(1e-6));
  CHECK(law->rber(500) == Approx(std::sqrt(1e-11)));
  CHECK(law->rber(1000) == Approx(1e-5));
  CHECK(law->rber(2000) == Approx(std::sqrt(1e-9)));
  CHECK(law->rber(5000) == Approx(1e-3));
}

TEST_CASE("time, temperature and reads multiply the errors of wear") {
  Params p = mlc();
  CHECK(BitErrors(p, 3000).shift(0, 0) == 1);
  CHECK(BitErrors(p, 3000).shift(4, 0) == Approx(1 + 3 * 2));
  CHECK(BitErrors(p, 3000).shift(0, 50'000) == Approx(1 + 2 * 0.5));
  // JESD218 relates 40 to 55 and to 30 degrees by 1.1 eV: factors of 6.4 and 1 / 3.84.
  CHECK(acceleration(55, 1.1) == Approx(6.45).epsilon(0.01));
  CHECK(acceleration(30, 1.1) == Approx(1 / 3.84).epsilon(0.01));
  CHECK(celsius_for(acceleration(70, 1.1), 1.1) == Approx(70));
  p.temperature = 55;
  CHECK(BitErrors(p, 3000).held(2) == Approx(2 * acceleration(55, 1.1)));
}

TEST_CASE("upper and lower pages have the mean of the law") {
  Params p = mlc();
  p.upper_pages = 3;
  const BitErrors errors(p, 3000);
  CHECK(errors.of_page(1e-4, true) == Approx(1.5e-4));
  CHECK(errors.of_page(1e-4, false) == Approx(0.5e-4));
}

TEST_CASE(
    "each step of the thresholds divides the errors by its gain, down to those of wear, and not beyond") {
  const BitErrors errors(mlc(), 3000);
  const double shift = std::pow(1.5, 3);
  CHECK(errors.best_steps(shift) == Approx(3));
  CHECK(errors.at(1e-4, shift, 0) == Approx(1e-4 * shift));
  CHECK(errors.at(1e-4, shift, 1) == Approx(1e-4 * shift / 1.5));
  CHECK(errors.at(1e-4, shift, 3) == Approx(1e-4));
  CHECK(errors.at(1e-4, shift, 5) == Approx(1e-4 * 1.5 * 1.5));
}
