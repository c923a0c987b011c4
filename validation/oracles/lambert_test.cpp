#include "validation/oracles/lambert.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>

using rainier::oracle::lambert_w0;

TEST_CASE("Lambert's W inverts w e^w on the principal branch") {
  for (const double w : {-0.999, -0.9, -0.5, -0.1, -1e-6, 0.0, 1e-6, 0.3, 1.0, 2.0, 5.0, 20.0, 100.0})
    CHECK(lambert_w0(w * std::exp(w)) == Approx(w).epsilon(1e-10).margin(1e-14));
}

TEST_CASE("Lambert's W takes its named values") {
  CHECK(lambert_w0(0) == Approx(0).margin(1e-15));
  CHECK(lambert_w0(1) == Approx(0.5671432904097838).epsilon(1e-14));  // the omega constant
  CHECK(lambert_w0(std::numbers::e) == Approx(1).epsilon(1e-14));
  CHECK(lambert_w0(-std::numbers::ln2 / 2) == Approx(-std::numbers::ln2).epsilon(1e-12));
  CHECK(lambert_w0(-1 / std::numbers::e) == Approx(-1).margin(1e-7));
}

TEST_CASE("Lambert's W has no real value below -1/e") {
  CHECK_THROWS_AS(lambert_w0(-0.4), std::domain_error);
}
