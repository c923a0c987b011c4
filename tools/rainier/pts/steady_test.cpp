#include "tools/rainier/pts/steady.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace rainier;
using namespace rainier::pts;

namespace {

/// One cell whose rounds had these IOPS.
PartResult rounds_of(const std::vector<double>& iops) {
  PartResult part;
  part.part.cells = {Cell{}};
  part.part.tracked = {0};
  for (const double x : iops) {
    Round round;
    round.cells.resize(1);
    round.cells[0].iops = {x, 7};
    round.cells[0].latency_max = 1 / x;
    part.rounds.push_back(round);
  }
  return part;
}

}  // namespace

TEST_CASE("five rounds by hand: 100, 110, 105, 95, 90 keep the range and miss the slope") {
  // Mean 100, range 20. The line's slope is (-2*100 - 110 + 95 + 2*90) / 10 = -3.5: 14 over four rounds.
  const Verification v = verify(rounds_of({100, 110, 105, 95, 90}), Metric::iops, 5).front();
  CHECK(v.mean == Approx(100));
  CHECK(v.range == Approx(0.20));
  CHECK(v.slope == Approx(-3.5));
  CHECK(v.excursion == Approx(0.14));
  CHECK_FALSE(v.steady);
}

TEST_CASE("five rounds by hand: 100, 108, 92, 108, 100 are steady") {
  const Verification v = verify(rounds_of({100, 108, 92, 108, 100}), Metric::iops, 5).front();
  CHECK(v.mean == Approx(101.6));
  CHECK(v.range == Approx(16 / 101.6));
  CHECK(v.slope == Approx(0).margin(1e-12));
  CHECK(v.steady);
}

TEST_CASE("the window ends with the round that is asked for") {
  const PartResult part = rounds_of({900, 100, 101, 102, 101, 100, 500});
  CHECK_FALSE(verify(part, Metric::iops, 5).front().steady);
  CHECK(verify(part, Metric::iops, 6).front().steady);
  CHECK(verify(part, Metric::iops, 6).front().values == std::vector<double>{100, 101, 102, 101, 100});
  CHECK_FALSE(verify(part, Metric::iops, 7).front().steady);
}

TEST_CASE("fewer than five rounds are never steady") {
  const Verification v = verify(rounds_of({100, 100, 100, 100}), Metric::iops, 4).front();
  CHECK(v.values.size() == 4);
  CHECK_FALSE(v.steady);
  CHECK_FALSE(std::isfinite(v.range));
  CHECK(verify(rounds_of({}), Metric::iops, 0).front().values.empty());
}

TEST_CASE("an average over rounds has the rounds' confidence and their greatest latency") {
  const Average a = average(rounds_of({1, 90, 100, 110}), 2, 4).front();
  CHECK(a.rounds == 3);
  CHECK(a.iops.mean == Approx(100));
  CHECK(a.iops.half_width == Approx(4.303 * 10 / std::sqrt(3)));  // t(2) = 4.303, deviation 10
  CHECK(a.latency_max == Approx(1.0 / 90));
}

TEST_CASE("a single round keeps the confidence of its slices, and none has no average") {
  CHECK(average(rounds_of({50}), 1, 1).front().iops.half_width == 7);
  CHECK(average(rounds_of({}), 0, 0).empty());
}
