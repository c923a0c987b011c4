#include "models/reliability/limits.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace rainier::reliability;

namespace {

const Page page{{8192, 24}, 8, 15};

Params mlc() {
  Params p;
  p.fresh_rber = 1e-6;
  p.rated_rber = 3e-4;
  p.exponent = 2;
  return p;
}

}  // namespace

TEST_CASE("at the limits of cycles, time and temperature the loss is what was asked for") {
  const Losses losses(mlc(), page, 3000);
  const double uber = GENERATE(1e-15, 1e-17);
  const Losses::Limits limits = losses.limits(uber);
  CHECK(limits.cycles > 3000);
  CHECK(losses.uber(limits.cycles, 0) == Approx(uber).epsilon(1e-4));
  CHECK(losses.uber(3000, limits.years) == Approx(uber).epsilon(1e-4));
  Params hot = mlc();
  hot.temperature = limits.celsius;
  CHECK(Losses(hot, page, 3000).uber(3000, 0.25) == Approx(uber).epsilon(1e-4));
}

TEST_CASE("with further reads data keep until the thresholds would have to move beyond the last step") {
  Params p = mlc();
  p.rated_rber = 2e-4;
  p.retention = {3, 0.5, 1.1};
  p.retry.gain = 1.5;
  p.retry.steps = 4;
  const Losses losses(p, page, 3000);
  const Losses::Limits limits = losses.limits(1e-15);
  CHECK(losses.uber(3000, limits.years) == Approx(1e-15).epsilon(1e-4));
  // As many errors then are left after four steps as there are at the limit without any.
  const double at_limit = 1 + 3 * std::sqrt(limits.years);
  CHECK(1 + 3 * std::sqrt(limits.years_retried) == Approx(at_limit * std::pow(1.5, 4)).epsilon(1e-3));
}

TEST_CASE("where nothing brings errors, nothing is lost") {
  Params p = mlc();
  p.fresh_rber = p.rated_rber;
  p.retention.growth = 0;
  const Losses::Limits limits = Losses(p, page, 3000).limits(1e-15);
  CHECK(std::isinf(limits.cycles));
  CHECK(std::isinf(limits.years));
  CHECK(std::isinf(limits.celsius));
}

TEST_CASE("over a life the loss is the mean of that of its states") {
  const Losses losses(mlc(), page, 3000);
  double sum = 0;
  constexpr int states = 30'000;  // a sum over every tenth of a cycle
  for (int i = 0; i < states; ++i) sum += losses.uber((i + 0.5) * 3000 / states, 0);
  CHECK(losses.uber_over_life(3000) == Approx(sum / states).epsilon(1e-3));
  CHECK(losses.uber_over_life(3000) < losses.uber(3000, 0) / 10);
}
