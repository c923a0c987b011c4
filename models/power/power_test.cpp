#include "models/power/power.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

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
  CHECK(meter.mean_rms_watts() == Approx(25).epsilon(0.001));
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

TEST_CASE("one burst raises the greatest RMS, and the mean of all windows by as often as they see it") {
  Params p;
  p.window = 10_ms;  // slots of 100 us
  Meter meter(p);
  meter.roll(10_ms);
  meter.reset_peak();
  for (int i = 0; i < 100; ++i) meter.add(10_ms + 1_us * i, Use::program, microjoules(90));
  meter.roll(30_ms);
  const double with = std::sqrt((99 * 10.0 * 10 + 100 * 100) / 100);
  CHECK(meter.peak_rms_watts() == Approx(with).epsilon(1e-6));
  CHECK(meter.mean_rms_watts() == Approx((with + 10) / 2).epsilon(1e-6));
}

TEST_CASE("energy that flows evenly counts evenly, however it falls on the slots of the window") {
  Params p;
  p.idle_watts = 0;
  p.window = 10_ms;  // slots of 100 us
  Meter even(p), lumps(p);
  // 2 mJ over 2 ms, one after the other: 1 W all the time.
  for (int i = 0; i < 20; ++i) {
    even.spread(2_ms * i, Use::program, 2'000'000'000, 2_ms);
    lumps.add(2_ms * i, Use::program, 2'000'000'000);
  }
  even.roll(40_ms);
  lumps.roll(40_ms);
  CHECK(even.rms_watts() == Approx(1).epsilon(1e-9));
  CHECK(even.active_joules() == Approx(0.04));
  CHECK(lumps.rms_watts() == Approx(std::sqrt(20.0)).epsilon(1e-9));  // 20 W for a twentieth of the time
}

TEST_CASE("the meter tells at the end of each window what was spent in it") {
  Params p;
  p.window = 10_ms;
  Meter meter(p);
  std::vector<std::pair<Time, std::int64_t>> told;
  meter.tell([&](Time end, const auto& spent) {
    told.emplace_back(end, spent[static_cast<std::size_t>(Use::program)]);
  });
  for (int i = 0; i < 15; ++i) meter.add(1_ms * i, Use::program, microjoules(1));
  meter.roll(35_ms);
  CHECK(told == std::vector<std::pair<Time, std::int64_t>>{
                    {10_ms, microjoules(10)}, {20_ms, microjoules(5)}, {30_ms, 0}});
}

TEST_CASE("a rest of hours is metered as one that is looked at each second, in a moment") {
  Params p;
  p.window = 10_ms;
  struct Told {
    explicit Told(const Params& params) : meter(params) {
      meter.tell([this](Time end, const auto& spent) {
        ++windows;
        last = end;
        joules += static_cast<double>(spent[static_cast<std::size_t>(Use::program)]);
      });
      meter.add(3_ms, Use::program, microjoules(40));
      meter.spread(4_ms, Use::read, microjoules(10), 1_ms);
    }
    void work(Time at) {
      meter.add(at, Use::program, microjoules(1000));
      meter.spread(at, Use::read, microjoules(64), 12_ms);
      meter.roll(at + 20_ms);
    }
    Meter meter;
    std::uint64_t windows = 0;
    Time last;
    double joules = 0;
  } rested(p), watched(p);
  const Time end = 1'000_s + 123_us;
  for (Time at = 500_ms; at < end; at += 500_ms) watched.meter.roll(at);
  for (Told* one : {&rested, &watched}) {
    one->meter.roll(end);
    one->work(end + 1_ms);
  }
  CHECK(rested.windows == 100'002);
  CHECK(rested.windows == watched.windows);
  CHECK(rested.last == watched.last);
  CHECK(rested.joules == watched.joules);
  CHECK(rested.meter.rms_watts() == watched.meter.rms_watts());
  CHECK(rested.meter.peak_rms_watts() == watched.meter.peak_rms_watts());
  CHECK(rested.meter.mean_rms_watts() == Approx(watched.meter.mean_rms_watts()).epsilon(1e-12));
}

TEST_CASE("a limit holds beside the cap, and alone where there is none, until it is lifted") {
  const bool capped = GENERATE(true, false);
  Params p;
  p.governor = capped;
  Governor governor(p);
  const auto watts = [&](double limit) {
    governor.limit(limit);
    const Time start = governor.grant(1000_s, microjoules(15));  // what was spent before is paid by then
    Time at = start;
    for (int i = 0; i < 100'000; ++i) at = governor.grant(at, microjoules(15));
    governor = Governor(p);
    return at == start ? -1 : 1.5 / (at - start).seconds();
  };
  CHECK(watts(5) == Approx(5).epsilon(0.01));
  CHECK(watts(40) == Approx(capped ? 15 : 40).epsilon(0.01));
  CHECK(watts(-1) == Approx(capped ? 15 : -1).epsilon(0.01));
}
