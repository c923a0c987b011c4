#include "models/power/power.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::literals;
using namespace rainier::power;

namespace {
constexpr std::int64_t microjoules(std::int64_t n) { return n * 1'000'000; }
}  // namespace

TEST_CASE("the governor lets through the power that the cap leaves over idle") {
  Params p;
  Governor governor(p);
  Time at;
  for (int i = 0; i < 1'000'000; ++i) at = governor.grant(at, microjoules(26));
  CHECK(26.0 / at.seconds() == Approx(15).epsilon(0.001));
}

TEST_CASE("a load under the cap is never held back") {
  Governor governor(Params{});
  for (int i = 0; i < 1000; ++i) REQUIRE(governor.grant(2_us * i, microjoules(26)) == 2_us * i);
  CHECK(governor.waited() == Time());
}

TEST_CASE("after a pause only the burst may go ahead of its time") {
  Params p;
  p.burst_joules = 260e-6;
  Governor governor(p);
  int at_once = 0;
  while (governor.grant(1_s, microjoules(26)) == 1_s) ++at_once;
  CHECK(at_once == 11);
}

TEST_CASE("the meter's RMS of a steady flow is its mean, idle included") {
  Params p;
  Meter meter(p);
  for (int i = 0; i < 20'000; ++i) meter.add(2_us * i, Use::program, microjoules(30));
  meter.roll(40_ms);
  CHECK(meter.peak_rms_watts() == Approx(25).epsilon(0.001));
  CHECK(meter.active_joules() == Approx(0.6).epsilon(1e-12));
}

TEST_CASE("bursts raise the RMS above the mean") {
  Meter meter(Params{});
  for (int i = 0; i < 400; ++i)
    if (i % 2 == 0)
      for (int j = 0; j < 100; ++j) meter.add(100_us * i + 1_us * j, Use::program, microjoules(30));
  meter.roll(40_ms);
  CHECK(meter.peak_rms_watts() == Approx(std::sqrt((10.0 * 10 + 40 * 40) / 2)).epsilon(0.01));
}
