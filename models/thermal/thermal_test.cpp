#include "models/thermal/thermal.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace rainier;
using namespace rainier::literals;
using namespace rainier::thermal;

namespace {

/// So much power into the NAND for a while.
void heat(Model& model, double watts, Time span, Time step, Time from = Time()) {
  for (Time at = from + step; at <= from + span; at += step) model.step(at, watts * step.seconds(), 0);
}

Params quick() {
  Params p;
  p.nand_joules = 1;
  p.nand_to_air_watts = 0.5;
  p.controller_to_air_watts = 1.0 / 3;
  p.between_watts = 0;
  return p;
}

}  // namespace

// physics.md, section 6: T = Ta + P R (1 - e^(-t/RC)).
TEST_CASE("one body warms as its resistance and its capacity say") {
  const double r = 2, c = 30, watts = 10, air = 25;
  const Network network({{c, 1 / r}}, {}, 0.01);
  std::vector<double> t{air};
  const std::vector<double> p{watts};
  for (int step = 1; step <= 30'000; ++step) {
    network.step(t, p, air);
    if (step % 1'000 != 0) continue;
    const double seconds = step * 0.01;
    REQUIRE(t[0] == Approx(air + watts * r * (1 - std::exp(-seconds / (r * c)))).margin(0.003));
  }
  CHECK(network.steady(p, air)[0] == Approx(air + watts * r));
}

TEST_CASE("two bodies come to rest where what flows in flows out") {
  const std::vector<double> p{12, 7};
  const Network network({{40, 0.5}, {80, 0.25}}, {{0, 1, 2}}, 1);
  const std::vector<double> rest = network.steady(p, 20);
  CHECK(0.5 * (rest[0] - 20) + 0.25 * (rest[1] - 20) == Approx(19));
  CHECK(2 * (rest[0] - rest[1]) == Approx(12 - 0.5 * (rest[0] - 20)));
  std::vector<double> t{20, 20};
  for (int i = 0; i < 10'000; ++i) network.step(t, p, 20);
  CHECK(t[0] == Approx(rest[0]));
  CHECK(t[1] == Approx(rest[1]));
}

TEST_CASE("however long the step, a body never warms beyond where it comes to rest") {
  const Network network({{1, 0.5}}, {}, 1000);
  std::vector<double> t{25};
  network.step(t, std::vector<double>{10}, 25);
  CHECK(t[0] < 45);
  CHECK(t[0] > 44.9);
}

TEST_CASE("a drive starts as warm as the air, as idle or as its power makes it") {
  Params p = quick();
  const auto start = [&](Start how) {
    p.start = how;
    return Model(p, 10, 10_ms);
  };
  CHECK(start(Start::cold).temperature() == Approx(25));
  CHECK(start(Start::idle).controller() == Approx(25 + 10 * 3));
  CHECK(start(Start::idle).nand() == Approx(25));
  CHECK(start(Start::busy).nand() == Approx(25 + 15 / 0.5));
}

TEST_CASE("a drive that throttles comes to rest between the two temperatures, at the power they allow") {
  Params p = quick();
  p.throttles = true;
  p.ambient = 60;
  p.throttle = 70;
  p.shutdown = 80;
  p.throttle_watts = 25;
  p.controller_to_air_watts = 10;  // so that the NAND is the warmer
  Model model(p, 10, 10_ms);
  CHECK(model.allowed_watts() < 0);
  for (Time at = 10_ms; at <= 100_s; at += 10_ms)
    model.step(at, (model.allowed_watts() < 0 ? 15 : model.allowed_watts()) * 0.01, 0);
  // T = 60 + P / 0.5 and P = 15 (80 - T) / 10
  const double power = 30.0 / (1 + 3.0);
  CHECK(model.allowed_watts() == Approx(power).epsilon(1e-3));
  CHECK(model.temperature() == Approx(60 + 2 * power).epsilon(1e-3));
  CHECK_FALSE(model.shut_down());
  REQUIRE(model.log().entries().size() == 1);
  CHECK(model.log().entries()[0].what.find("throttles at 70.") == 0);
  CHECK(model.throttled() > 90_s);
  p.start = Start::busy;  // which is where it came to
  CHECK(Model(p, 10, 10_ms).temperature() == Approx(model.temperature()).epsilon(1e-3));
  CHECK(model.by_second().size() == 100);
}

TEST_CASE("a drive that can't help it shuts down, once") {
  Params p = quick();
  p.throttles = true;
  p.ambient = 79;
  p.throttle = 70;
  p.shutdown = 80;
  p.start = Start::cold;
  Model model(p, 10, 10_ms);
  heat(model, 20, 10_s, 10_ms);
  CHECK(model.shut_down());
  heat(model, 0, 10_s, 10_ms, 10_s);
  CHECK(model.shut_down());
  CHECK(model.log().entries().back().what.find("shut down: 80.") == 0);
  CHECK(model.log().entries().size() == 2);
}

TEST_CASE("a drive that does not react only says how warm it is") {
  Params p = quick();
  Model model(p, 10, 10_ms);
  heat(model, 200, 10_s, 10_ms);
  CHECK(model.temperature() > 300);
  CHECK(model.highest() == model.temperature());
  CHECK(model.allowed_watts() < 0);
  CHECK_FALSE(model.shut_down());
  CHECK(model.log().entries().empty());
}

TEST_CASE("in warmer air a drive is warmer by the difference, at once and from then on") {
  Model here(quick(), 10, 10_ms), there(quick(), 10, 10_ms);
  heat(here, 5, 1_s, 10_ms);
  heat(there, 5, 1_s, 10_ms);
  there.expose(1_s, 40);
  CHECK(there.ambient() == 40);
  CHECK(there.temperature() == Approx(here.temperature() + 15));
  heat(here, 5, 3_s, 10_ms, 1_s);
  heat(there, 5, 3_s, 10_ms, 1_s);
  CHECK(there.temperature() == Approx(here.temperature() + 15));
  CHECK(there.log().entries().at(0).what == "air of 40.0 C");
}
