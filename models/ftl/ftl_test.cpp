#include "models/ftl/ftl.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "models/ftl/functional.hpp"

using namespace rainier;
using namespace rainier::ftl;

namespace {

nand::Params nand_of(std::uint32_t planes, std::uint32_t blocks, std::uint32_t pages) {
  nand::Params p;
  p.planes = planes;
  p.blocks_per_plane = blocks;
  p.pages_per_block = pages;
  return p;
}

Params with(VictimPolicy victim, std::uint32_t parity = 7) {
  Params p;
  p.gc.victim = victim;
  p.parity = parity;
  return p;
}

}  // namespace

TEST_CASE("every unit of the drive has one place, and every place one unit") {
  const auto width = GENERATE(8u, 12u, 24u);
  const auto planes = GENERATE(1u, 2u);
  const Layout layout(nand_of(2, 8, 4), 24, width, planes, 8, 7);
  std::set<std::vector<std::uint32_t>> places;
  for (Ppn ppn = 0; ppn < layout.pages(); ++ppn) {
    const Place p = layout.place(ppn);
    REQUIRE(p.die < 24);
    REQUIRE(p.at.block < 8);
    REQUIRE(places.insert({p.die, p.at.plane, p.at.block, p.at.page}).second);
  }
  CHECK(layout.pages() == 24u * 2 * 8 * 4);
}

TEST_CASE("a superblock's pages come to each die in page order, parity included") {
  const Layout layout(nand_of(2, 16, 8), 16, 16, 2, 16, 7);
  Params params = with(VictimPolicy::greedy);
  params.gc.free_target = 3;
  Ftl ftl(layout, params, 16 * 2 * 16 * 8 / 2, 1);
  std::vector<std::uint32_t> next(16 * 2 * 16, 0);
  const auto program = [&](Ppn ppn) {
    const Place p = layout.place(ppn);
    const std::size_t block = (p.die * 2 + p.at.plane) * 16 + p.at.block;
    REQUIRE(p.at.page == next[block]++);
  };
  for (Lpn lpn = 0; lpn < 1500; ++lpn) {
    const Placement placed = ftl.write(lpn);
    program(placed.ppn);
    if (placed.parity != none) program(placed.parity);
    const std::uint32_t sb = layout.superblock(placed.ppn);
    for (std::uint32_t column = 0; column < layout.row(); ++column) {
      const Place p = layout.place(layout.ppn(sb, column));
      REQUIRE(ftl.programmed(sb, column) == next[(p.die * 2 + p.at.plane) * 16 + p.at.block]);
    }
  }
}

TEST_CASE("random writes, trims and reads agree with a reference map under every victim policy") {
  const auto victim =
      GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices,
               VictimPolicy::cost_benefit, VictimPolicy::windowed_greedy);
  const auto parity = GENERATE(0u, 7u);
  const auto op = GENERATE(0.07, 0.10, 0.25, 0.37);
  const Layout layout(nand_of(2, 64, 16), 16, 16, 1, 64, parity);
  Params params = with(victim, parity);
  params.gc.free_target = 3;
  params.gc.window = 16;
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) / (1 + op)) -
                       (params.gc.free_target + 2) * layout.user_units();
  Ftl ftl(layout, params, logical, 7);
  Functional run(ftl);
  Philox random(3, "test");
  std::vector<bool> mapped(logical, false);
  for (std::uint64_t i = 0; i < 6ull * logical; ++i) {
    const auto lpn = static_cast<Lpn>(random.below(logical));
    if (random.below(10) == 0) {
      REQUIRE(ftl.trim(lpn) == mapped[lpn]);
      mapped[lpn] = false;
    } else {
      run.write(lpn);
      mapped[lpn] = true;
    }
  }
  REQUIRE(ftl.consistent());
  for (Lpn lpn = 0; lpn < logical; ++lpn) REQUIRE((ftl.lookup(lpn) != none) == mapped[lpn]);
  CHECK(ftl.counters().erases > 0);
}

TEST_CASE("sequential writes need no copies once the drive is full") {
  const Layout layout(nand_of(2, 64, 16), 16, 16, 1, 64, 7);
  const auto logical = static_cast<std::uint32_t>(layout.user_pages() * 0.8);
  Ftl ftl(layout, with(VictimPolicy::greedy), logical, 1);
  Functional run(ftl);
  run.write_sequential(0, logical);
  const Counters before = ftl.counters();
  run.write_sequential(0, 10ull * logical);
  CHECK((ftl.counters() - before).write_amplification() == 1.0);
}

TEST_CASE("sequential writes wear every superblock alike, without levelling") {
  const Layout layout(nand_of(2, 64, 16), 16, 16, 1, 64, 7);
  const auto logical = static_cast<std::uint32_t>(layout.user_pages() * 0.7);
  Params params = with(VictimPolicy::greedy);
  params.wear.static_levelling = false;
  Ftl ftl(layout, params, logical, 1);
  Functional run(ftl);
  run.write_sequential(0, 100ull * logical);
  const auto& erases = ftl.superblocks().erases;
  const auto [low, high] = std::minmax_element(erases.begin(), erases.end());
  CHECK(*low > 50);
  CHECK(*high - *low <= 2);
}

TEST_CASE("static levelling holds the spread of erase counts while half the drive stays cold") {
  const auto levelling = GENERATE(false, true);
  const Layout layout(nand_of(1, 256, 16), 8, 8, 1, 256, 7);
  Params params = with(VictimPolicy::greedy);
  params.wear.static_levelling = levelling;
  params.wear.spread = 8;
  params.wear.interval = 4;
  const auto logical = static_cast<std::uint32_t>(layout.user_pages() * 0.7);
  Ftl ftl(layout, params, logical, 1);
  Functional run(ftl);
  Philox random(5, "levelling");
  run.write_sequential(0, logical);
  for (std::uint64_t i = 0; i < 200ull * logical; ++i) run.write(static_cast<Lpn>(random.below(logical / 2)));
  const auto& erases = ftl.superblocks().erases;
  const auto [low, high] = std::minmax_element(erases.begin(), erases.end());
  if (levelling)
    CHECK(*high - *low <= 24);
  else
    CHECK(*high - *low > 50);
}

TEST_CASE("superblocks share the dies that their runs have in common, around the end of the drive too") {
  const Layout layout(nand_of(1, 8, 4), 80, 32, 1, 8, 0);
  // Superblocks of 32 of 80 dies begin on dies 0, 32, 64, 16 and 48.
  CHECK(layout.shared_dies(0, 0) == 32);
  CHECK(layout.shared_dies(0, 1) == 0);
  CHECK(layout.shared_dies(0, 2) == 16);
  CHECK(layout.shared_dies(2, 0) == 16);
  CHECK(layout.shared_dies(0, 3) == 16);
  CHECK(layout.shared_dies(1, 2) == 0);
  CHECK(layout.shared_dies(1, 3) == 16);
  CHECK(Layout(nand_of(1, 8, 4), 8, 8, 1, 8, 0).shared_dies(0, 3) == 8);
  CHECK(Layout(nand_of(1, 8, 4), 40, 32, 1, 8, 0).shared_dies(0, 1) == 24);
}

namespace {

/// How often the superblocks of host data and of copies lie on the same dies of a drive that has twice as
/// many.
double share_on_the_same_dies(bool spread) {
  const Layout layout(nand_of(1, 16, 4), 16, 8, 1, 16, 0);
  Params params = with(VictimPolicy::greedy, 0);
  params.spread_streams = spread;
  Ftl ftl(layout, params, static_cast<std::uint32_t>(layout.user_pages() / 2), 1);
  Functional run(ftl);
  Philox random(1, "spread");
  run.write_random(10 * ftl.logical_pages(), 1, random);
  int seen = 0, same = 0;
  for (int i = 0; i < 2'000; ++i) {
    run.write_random(1, 1, random);
    std::vector<std::uint32_t> open;
    for (std::uint32_t sb = 0; sb < layout.superblocks(); ++sb)
      if (ftl.superblocks().state[sb] == State::open) open.push_back(sb);
    if (open.size() < 2) continue;
    ++seen;
    same += layout.shared_dies(open[0], open[1]) > 0;
  }
  REQUIRE(seen > 500);
  return static_cast<double>(same) / seen;
}

}  // namespace

TEST_CASE("streams that are spread open their superblocks on different dies, as far as free ones allow") {
  CHECK(share_on_the_same_dies(true) < share_on_the_same_dies(false) / 2);
}

TEST_CASE("a drive without room for GC is refused with the numbers") {
  const Layout layout(nand_of(1, 16, 16), 8, 8, 1, 16, 7);
  CHECK_THROWS_WITH(
      Ftl(layout, with(VictimPolicy::greedy), static_cast<std::uint32_t>(layout.user_pages()), 1),
      Catch::Contains("could not make progress") && Catch::Contains("1792"));
}

TEST_CASE("a victim with programs under way is not collected") {
  const Layout layout(nand_of(1, 8, 4), 8, 8, 1, 8, 0);
  Params params = with(VictimPolicy::greedy, 0);
  params.gc.free_target = 4;
  params.gc.free_reserve = 1;
  Ftl ftl(layout, params, 32, 1);
  for (Lpn lpn = 0; lpn < 32; ++lpn) {
    const Placement placed = ftl.write(lpn);
    if (lpn < layout.row()) ftl.begin_program(placed.ppn);
  }
  for (int round = 0; round < 4; ++round)
    for (Lpn lpn = 0; lpn < 32; ++lpn) ftl.write(lpn);
  // Superblock 0 is all invalid, but its programs have not ended: another one is chosen.
  CHECK(ftl.next_copy() == none);
  const std::uint32_t erasable = ftl.take_erasable();
  CHECK(erasable != none);
  CHECK(erasable != 0);
}
