#include "validation/oracles/thermal_node.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using rainier::oracle::ThermalNode;

namespace {

const ThermalNode card{1.8, 150};

}  // namespace

TEST_CASE("a card of 25 W behind 1.8 K/W settles 45 K over ambient") {
  CHECK(card.steady(25, 25) == Approx(70));
  CHECK(card.at(100 * card.time_constant(), 25, 25, 25) == Approx(70));
}

TEST_CASE("after one time constant a step has gone 63 % of its way") {
  CHECK(card.at(card.time_constant(), 25, 25, 25) == Approx(25 + 45 * (1 - std::exp(-1))));
  CHECK(card.at(0, 31, 25, 25) == Approx(31));
}

TEST_CASE("backward Euler is the recurrence it closes, and tends to the exact answer") {
  double t = 25;
  const double dt = 1;
  for (int i = 0; i < 300; ++i)
    t = (card.capacity / dt * t + 25 + 25 / card.resistance) / (card.capacity / dt + 1 / card.resistance);
  CHECK(card.backward_euler(dt, 300, 25, 25, 25) == Approx(t));
  CHECK(card.backward_euler(1e-3, 300'000, 25, 25, 25) == Approx(card.at(300, 25, 25, 25)).epsilon(1e-5));
}

TEST_CASE("the time to a limit inverts the curve, and is infinite beyond the steady state") {
  const double t = card.time_to(60, 25, 25, 25);
  CHECK(card.at(t, 25, 25, 25) == Approx(60));
  CHECK(std::isinf(card.time_to(71, 25, 25, 25)));
  CHECK(std::isinf(card.time_to(20, 25, 25, 25)));
  CHECK(card.time_to(25, 25, 25, 25) == 0);
}
