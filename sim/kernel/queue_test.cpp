#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "sim/kernel/heap.hpp"
#include "sim/kernel/wheel.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::literals;

namespace {

bool same(const Event& a, const Event& b) {
  return a.when == b.when && a.handler == b.handler && a.slot == b.slot;
}

/// Delays by which events are put back, in picoseconds.
struct Pattern {
  const char* name;
  std::function<std::int64_t(Philox&)> delay;
};

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all{
      {"exponential", [](Philox& r) { return static_cast<std::int64_t>(r.exponential() * 1e8); }},
      {"NAND operations, with many ties",
       [](Philox& r) {
         static constexpr std::int64_t times[] = {0,          100'000,     300'000,      1'000'000,
                                                  25'000'000, 230'000'000, 1'000'000'000};
         return times[r.below(7)];
       }},
      {"a few picoseconds, nearly all ties", [](Philox& r) { return static_cast<std::int64_t>(r.below(4)); }},
      {"ten decades", [](Philox& r) { return static_cast<std::int64_t>(std::pow(10.0, 10 * r.unit())) - 1; }},
      {"bursts at once, then far",
       [](Philox& r) {
         return r.chance(0.99) ? std::int64_t{0} : static_cast<std::int64_t>(r.below(1'000'000'000'000));
       }},
  };
  return all;
}

/// Both queues hold `pending` events through `holds` of pop and push; true when they agree at each step.
bool agree(const Pattern& pattern, std::uint32_t pending, int holds) {
  Wheel wheel;
  Heap heap;
  Philox random(7, pattern.name, pending);
  const auto push = [&](const Event& event) { wheel.push(event), heap.push(event); };
  for (std::uint32_t slot = 0; slot < pending; ++slot) push({Time(pattern.delay(random)), 1, slot});
  for (int i = 0; i < holds; ++i) {
    if (wheel.next() != heap.next() || wheel.size() != heap.size()) return false;
    const Event event = wheel.pop();
    if (!same(event, heap.pop())) return false;
    push({event.when + Time(pattern.delay(random)), 2, event.slot});
  }
  while (!heap.empty())
    if (!same(wheel.pop(), heap.pop())) return false;
  return wheel.empty();
}

}  // namespace

TEST_CASE("Wheel and heap give the same order on every pattern of delays") {
  for (const Pattern& pattern : patterns())
    for (const std::uint32_t pending : {1U, 2U, 17U, 512U, 4'096U}) {
      INFO(pattern.name << ", " << pending << " pending");
      CHECK(agree(pattern, pending, 100'000));
    }
}

TEST_CASE("Wheel and heap give the same order while the number pending swings") {
  Wheel wheel;
  Heap heap;
  Philox random(11, "swing");
  Time now;
  bool agreed = true;
  for (int i = 0; i < 1'000'000; ++i) {
    const double filling = i / 50'000 % 2 == 0 ? 0.7 : 0.3;
    if (heap.empty() || random.chance(filling)) {
      const Pattern& pattern = patterns()[random.below(patterns().size())];
      const Event event{now + Time(pattern.delay(random)), 3, static_cast<std::uint32_t>(i)};
      wheel.push(event), heap.push(event);
      continue;
    }
    if (random.chance(0.5)) agreed = agreed && wheel.next() == heap.next();
    const Event event = wheel.pop();
    agreed = agreed && same(event, heap.pop());
    now = event.when;
  }
  CHECK(agreed);
  CHECK(wheel.size() == heap.size());
}

TEST_CASE("Events that were looked at but not yet due give way to earlier ones") {
  // run(until) looks at the next event and leaves it; what comes then may be far earlier, in any number.
  Wheel wheel;
  Heap heap;
  Philox random(13, "peek");
  const auto push = [&](Time when, std::uint32_t slot) {
    wheel.push({when, 0, slot}), heap.push({when, 0, slot});
  };
  for (std::uint32_t i = 0; i < 100; ++i)
    push(10_s + Time(static_cast<std::int64_t>(random.below(1'000'000))), i);
  REQUIRE(wheel.next() == heap.next());
  for (std::uint32_t i = 0; i < 5'000; ++i) {
    push(Time(static_cast<std::int64_t>(random.below(20'000'000'000'000))), i);
    if (i % 7 == 0) REQUIRE(wheel.next() == heap.next());
  }
  while (!heap.empty()) REQUIRE(same(wheel.pop(), heap.pop()));
  CHECK(wheel.empty());
}

TEST_CASE("Equal times leave in order of arrival, through every level of the wheel") {
  Wheel wheel;
  for (std::uint32_t slot = 0; slot < 1'000; ++slot)
    for (int level = 0; level < 63; level += 3) wheel.push({Time(std::int64_t{1} << level), 0, slot});
  for (int level = 0; level < 63; level += 3)
    for (std::uint32_t slot = 0; slot < 1'000; ++slot) {
      const Event event = wheel.pop();
      REQUIRE(event.when == Time(std::int64_t{1} << level));
      REQUIRE(event.slot == slot);
    }
}

TEST_CASE("The wheel reaches from time 0 to the last picosecond of 106 days") {
  Wheel wheel;
  wheel.push({Time::max(), 0, 3});
  wheel.push({Time(0), 0, 1});
  wheel.push({Time::max() - 1_ps, 0, 2});
  wheel.push({Time::max(), 0, 4});
  CHECK(wheel.next() == Time(0));
  for (std::uint32_t slot = 1; slot <= 4; ++slot) CHECK(wheel.pop().slot == slot);
  wheel.push({Time::max(), 0, 5});
  CHECK(wheel.pop().slot == 5);
  CHECK(wheel.empty());
}
