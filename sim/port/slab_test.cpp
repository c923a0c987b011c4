#include "sim/port/slab.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "sim/kernel/ends_process.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;

TEST_CASE("Slots in use are distinct and keep their objects while the slab grows") {
  Slab<std::uint64_t> slab;
  std::vector<std::uint32_t> slots;
  for (std::uint64_t i = 0; i < 10'000; ++i) slots.push_back(slab.take(i * i));
  CHECK(std::set(slots.begin(), slots.end()).size() == slots.size());
  for (std::uint64_t i = 0; i < slots.size(); ++i) REQUIRE(slab[slots[i]] == i * i);
}

TEST_CASE("A slab that reached its size does not grow again") {
  Slab<int> slab;
  std::vector<std::uint32_t> slots;
  for (int i = 0; i < 100; ++i) slots.push_back(slab.take());
  const std::size_t capacity = slab.capacity();
  CHECK(capacity == 128);  // growth is by doubling
  Philox random(1, "slab");
  for (int i = 0; i < 100'000; ++i) {
    auto& slot = slots[random.below(slots.size())];
    slab.give(slot);
    slot = slab.take();
  }
  CHECK(slab.capacity() == capacity);
  CHECK(slab.used() == 100);
}

TEST_CASE("The slot given back last is taken first") {
  Slab<int> slab;
  const std::uint32_t a = slab.take(), b = slab.take();
  slab.give(a);
  slab.give(b);
  CHECK(slab.take() == b);
  CHECK(slab.take() == a);
}

TEST_CASE("A slot given back twice, or never taken, ends the process") {
  Slab<int> slab;
  const std::uint32_t slot = slab.take();
  slab.give(slot);
  CHECK(ends_process([&] { slab.give(slot); }));
  CHECK(ends_process([&] { slab.give(63); }));
  CHECK(ends_process([&] { slab.give(1'000'000); }));
}

TEST_CASE("A slab that is cleared has no slot taken, and gives the lowest first") {
  Slab<int> slab;
  for (int i = 0; i < 70; ++i) slab.take();
  CHECK(slab.is_taken(69));
  slab.clear();
  CHECK(slab.used() == 0);
  CHECK_FALSE(slab.is_taken(0));
  CHECK(slab.take() == 0);
  CHECK(slab.take() == 1);
}
