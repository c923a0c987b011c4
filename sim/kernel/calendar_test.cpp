#include "sim/kernel/calendar.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "sim/kernel/ends_process.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::literals;

namespace {

/// A million events of a made-up drive; returns the hash of the run.
std::uint64_t run_of(Calendar::Kind kind, std::uint64_t seed) {
  Calendar calendar(kind);
  Philox random(seed, "calendar");
  for (std::uint32_t slot = 0; slot < 700; ++slot) calendar.at(Time(0), 0, slot);
  calendar.run(Time::max(), [&](const Event& event) {
    if (calendar.processed() < 1'000'000)
      calendar.at(calendar.now() + (1 + random.below(40)) * 25_us, event.handler + 1, event.slot);
  });
  return calendar.hash();
}

}  // namespace

TEST_CASE("Both calendars give the same hash of the same run, and another of another") {
  const std::uint64_t hash = run_of(Calendar::Kind::wheel, 1);
  CHECK(hash == run_of(Calendar::Kind::heap, 1));
  CHECK(hash == run_of(Calendar::Kind::wheel, 1));
  CHECK(hash != run_of(Calendar::Kind::wheel, 2));
}

TEST_CASE("The hash tells two orders of the same events apart") {
  Calendar forward, backward;
  for (std::uint32_t slot = 0; slot < 2; ++slot) forward.at(1_us, 0, slot), backward.at(1_us, 0, 1 - slot);
  for (Calendar* calendar : {&forward, &backward}) calendar->run(1_us, [](const Event&) {});
  CHECK(forward.hash() != backward.hash());
}

TEST_CASE("A run includes events at its end and leaves later ones") {
  for (const auto kind : {Calendar::Kind::wheel, Calendar::Kind::heap}) {
    Calendar calendar(kind);
    std::vector<std::uint32_t> seen;
    for (std::uint32_t slot = 1; slot <= 4; ++slot) calendar.at(slot * 10_us, 0, slot);
    calendar.run(20_us, [&](const Event& event) { seen.push_back(event.slot); });
    CHECK(seen == std::vector<std::uint32_t>{1, 2});
    calendar.run(25_us, [&](const Event& event) { seen.push_back(event.slot); });
    CHECK(calendar.now() == 25_us);
    CHECK(seen.size() == 2);
    calendar.run(Time::max(), [&](const Event& event) { seen.push_back(event.slot); });
    CHECK(seen == std::vector<std::uint32_t>{1, 2, 3, 4});
    CHECK(calendar.now() == 40_us);
    CHECK(calendar.processed() == 4);
    CHECK(calendar.empty());
  }
}

TEST_CASE("An event may add events for the same moment, and they come last") {
  Calendar calendar;
  std::vector<std::uint32_t> seen;
  calendar.at(1_us, 0, 0);
  calendar.at(1_us, 0, 1);
  calendar.run(1_us, [&](const Event& event) {
    seen.push_back(event.slot);
    if (event.slot < 4) calendar.at(calendar.now(), 0, event.slot + 2);
  });
  CHECK(seen == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("A stopped run keeps its time and can go on") {
  Calendar calendar;
  for (std::uint32_t slot = 1; slot <= 3; ++slot) calendar.at(slot * 1_ms, 0, slot);
  calendar.run(1_s, [&](const Event& event) {
    if (event.slot == 2) calendar.stop();
  });
  CHECK(calendar.now() == 2_ms);
  CHECK(calendar.processed() == 2);
  calendar.run(1_s, [](const Event&) {});
  CHECK(calendar.now() == 1_s);
  CHECK(calendar.processed() == 3);
}

TEST_CASE("An event in the past ends the process") {
  Calendar calendar;
  calendar.run(1_us, [](const Event&) {});
  CHECK(ends_process([&] { calendar.at(999'999_ps, 0, 0); }));
  CHECK(ends_process([&] { calendar.at(Time(-1), 0, 0); }));
  CHECK_FALSE(ends_process([&] { calendar.at(1_us, 0, 0); }));
}

TEST_CASE("both calendars keep the order of events near and far, ties of the two included") {
  // Delays in steps of 1 us, around the 537 us within which an event is near: the same moment is asked for
  // from far away and from close by.
  const auto run = [](Calendar::Kind kind) {
    Calendar calendar(kind);
    Philox random(11, "near and far");
    const auto put = [&](std::uint32_t slot) {
      static constexpr std::int64_t delays[] = {0, 1, 25, 230, 535, 536, 537, 538, 900, 3'000, 500'000};
      const std::int64_t us = delays[random.below(std::size(delays))];
      const Time exact = calendar.now() + Time(us * 1'000'000);
      calendar.at(random.chance(0.1) ? exact + Time(static_cast<std::int64_t>(random.below(70'000))) : exact,
                  static_cast<std::uint32_t>(us), slot);
    };
    for (std::uint32_t slot = 0; slot < 300; ++slot) put(slot);
    std::uint64_t left = 300'000;
    for (Time end = 10_us; !calendar.empty(); end += 10_us)  // run() looks ahead of its end
      calendar.run(end, [&](const Event& event) {
        if (left > 0) --left, put(event.slot);
      });
    return std::pair(calendar.hash(), calendar.processed());
  };
  const auto reference = run(Calendar::Kind::heap);
  CHECK(reference.second == 300'300);
  CHECK(run(Calendar::Kind::wheel) == reference);
}

TEST_CASE("events that nobody wants any more are forgotten, and the others stay in their order") {
  for (const Calendar::Kind kind : {Calendar::Kind::wheel, Calendar::Kind::heap}) {
    Calendar calendar(kind);
    // Near and far, each moment asked for by an odd and an even one, from within an event.
    for (std::uint32_t slot = 10; slot < 40; ++slot) calendar.at(Time(slot / 2 * 100'000'000), 1, slot);
    std::vector<std::uint32_t> seen;
    calendar.run(Time::max(), [&](const Event& event) {
      seen.push_back(event.slot);
      if (event.slot == 13) calendar.keep_only([](const Event& e) { return e.slot % 3 != 0; });
    });
    std::vector<std::uint32_t> expected{10, 11, 12, 13};
    for (std::uint32_t slot = 14; slot < 40; ++slot)
      if (slot % 3 != 0) expected.push_back(slot);
    CHECK(seen == expected);
  }
}
