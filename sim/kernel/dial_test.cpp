#include "sim/kernel/dial.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "sim/kernel/heap.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::literals;

namespace {

bool reaches(Time now, Time when) { return Dial::distance(now, when) < Dial::reach; }

Event pop(Dial& dial, Time now) {
  const Event event = dial.first(now);
  dial.drop();
  return event;
}

/// Dial and heap hold `pending` events within `spread` of the present; true when they agree at each step.
bool agree(std::uint32_t pending, std::uint64_t spread) {
  Dial dial;
  Heap heap;
  Philox random(7, "dial", pending);
  Time now(std::int64_t{1} << 40);
  const auto push = [&](std::uint32_t slot) {
    const Event event{now + Time(static_cast<std::int64_t>(random.below(spread))), 1, slot};
    dial.push(event.when, event.handler, event.slot), heap.push(event);
  };
  for (std::uint32_t slot = 0; slot < pending; ++slot) push(slot);
  for (std::uint32_t i = 0; i < 200'000; ++i) {
    const Event a = pop(dial, now), b = heap.pop();
    if (a.when != b.when || a.slot != b.slot) return false;
    now = a.when;
    push(pending + i);
  }
  return dial.size() == pending;
}

}  // namespace

TEST_CASE("the dial gives the order of the heap, crowded or sparse, ties included") {
  for (const std::uint32_t pending : {1U, 3U, 40U, 700U})
    for (const std::uint64_t spread : {1U, 100U, 131'072U, 1'000'000U, 536'000'000U}) {
      INFO(pending << " pending within " << spread << " ps");
      CHECK(agree(pending, spread));
    }
}

TEST_CASE(
    "the dial reaches 4,095 to 4,096 buckets of 131,072 ps ahead, wherever the present lies in its own") {
  const auto tick = [](std::int64_t n) { return Time(n * 131'072); };
  for (const std::int64_t start : {0, 1, 4'095, 4'096, 1'000'003}) {
    const Time early = tick(start), late = tick(start + 1) - 1_ps;
    for (const Time now : {early, late}) {
      CHECK(reaches(now, now));
      CHECK(reaches(now, tick(start + 4'096) - 1_ps));
      CHECK_FALSE(reaches(now, tick(start + 4'096)));
      CHECK_FALSE(reaches(now, Time::max()));
    }
  }
}

TEST_CASE("an event at the dial's far end is found from the near one, past every empty bucket") {
  for (std::int64_t place = 0; place < 4'096; place += 63) {
    const Time now(place * 131'072 + 7);
    for (std::int64_t ahead = 0; ahead < 4'096; ahead += 65) {
      Dial dial;
      dial.push(Time((place + ahead) * 131'072 + 9), 0, 5);
      REQUIRE(pop(dial, now).slot == 5);
      REQUIRE(dial.empty());
    }
  }
}
