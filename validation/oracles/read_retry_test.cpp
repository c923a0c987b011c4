#include "validation/oracles/read_retry.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace rainier::oracle;

TEST_CASE("a page that never fails is read once") {
  const std::array<double, 3> healthy{0, 0, 0};
  CHECK(expected_reads(healthy) == 1);
  CHECK(exhausted(healthy) == 0);
}

TEST_CASE("a page that always fails is read at every step") {
  const std::array<double, 3> dead{1, 1, 1};
  CHECK(expected_reads(dead) == 3);
  CHECK(exhausted(dead) == 1);
}

TEST_CASE("retry latency adds each step as often as the steps before it fail") {
  const std::array<double, 3> worn{0.5, 0.2, 0.1};
  CHECK(expected_reads(worn) == Approx(1 + 0.5 + 0.5 * 0.2));
  CHECK(retry_latency(worn, 25e-6, 26e-6, 1e-6) == Approx(1.6 * 52e-6));
  CHECK(exhausted(worn) == Approx(0.01));
}
