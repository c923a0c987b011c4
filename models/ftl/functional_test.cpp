#include "models/ftl/functional.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::ftl;

namespace {

struct Shape {
  std::uint32_t dies, width, planes, parity, units_per_page;
};

Layout layout_of(const Shape& s) {
  nand::Params nand;
  nand.planes = 2;
  nand.blocks_per_plane = 40;
  nand.pages_per_block = 12;
  return {nand, s.dies, s.width, s.planes, 40, s.parity, s.units_per_page};
}

Params with(VictimPolicy victim) {
  Params params;
  params.gc.victim = victim;
  params.gc.free_target = 4;
  params.gc.window = 16;
  params.wear.spread = 4;
  params.wear.interval = 4;
  return params;
}

/// The same writes page by page: what the short cut must not differ from.
class Plain {
 public:
  explicit Plain(Ftl& ftl) : ftl_(ftl), run_(ftl) {}
  void write_sequential(Lpn first, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i)
      run_.write(static_cast<Lpn>((first + i) % ftl_.logical_pages()));
  }
  void write_random(std::uint64_t count, std::uint32_t run, Philox& random) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto first = static_cast<Lpn>(random.below(ftl_.logical_pages() / run) * run);
      for (std::uint32_t unit = 0; unit < run; ++unit) run_.write(first + unit);
    }
  }

 private:
  Ftl& ftl_;
  Functional run_;
};

void require_same(const Ftl& a, const Ftl& b) {
  REQUIRE(a.counters().host_writes == b.counters().host_writes);
  REQUIRE(a.counters().copies == b.counters().copies);
  REQUIRE(a.counters().parity == b.counters().parity);
  REQUIRE(a.counters().erases == b.counters().erases);
  REQUIRE(a.counters().levelling == b.counters().levelling);
  REQUIRE(a.mapped() == b.mapped());
  REQUIRE(a.superblocks().state == b.superblocks().state);
  REQUIRE(a.superblocks().valid == b.superblocks().valid);
  REQUIRE(a.superblocks().erases == b.superblocks().erases);
  REQUIRE(a.superblocks().closed_at == b.superblocks().closed_at);
  REQUIRE(a.superblocks().written_at == b.superblocks().written_at);
  bool same = true;
  for (Lpn lpn = 0; lpn < a.logical_pages(); ++lpn) same = same && a.lookup(lpn) == b.lookup(lpn);
  for (std::uint64_t ppn = 0; ppn < a.layout().pages(); ++ppn)
    same = same && a.owner(static_cast<Ppn>(ppn)) == b.owner(static_cast<Ppn>(ppn));
  for (std::uint32_t sb = 0; sb < a.superblocks().count(); ++sb)
    for (std::uint32_t column = 0; column < a.layout().row(); ++column)
      same = same && a.programmed(sb, column) == b.programmed(sb, column);
  REQUIRE(same);
}

template <class Run>
void write_all(Ftl& ftl, Run&& run, Philox random, std::uint32_t length) {
  const std::uint32_t logical = ftl.logical_pages();
  run.write_random(logical / 3, 1, random);
  run.write_sequential(logical / 5, logical * 3ull / 2 + 7);
  run.write_random(3ull * logical / length, length, random);
  for (Lpn lpn = 0; lpn < logical; lpn += 3) ftl.trim(lpn);
  for (int i = 0; i < 50; ++i) run.write_random(i, 1, random);
  run.write_sequential(1, 2ull * logical);
  run.write_random(2ull * logical, 1, random);
}

void compare(const Shape& shape, const Params& base, std::uint32_t length) {
  const Layout layout = layout_of(shape);
  Params params = base;
  params.parity = shape.parity;
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.8);
  CAPTURE(shape.width, shape.planes, shape.parity, shape.units_per_page, length, logical);
  Ftl fast(layout, params, logical, 1), plain(layout, params, logical, 1);
  write_all(fast, Functional(fast), Philox(2, "test"), length);
  write_all(plain, Plain(plain), Philox(2, "test"), length);
  require_same(fast, plain);
  REQUIRE(fast.consistent());
}

}  // namespace

TEST_CASE("long writes leave the FTL as writing page by page does, for every shape of stripe") {
  const auto parity = GENERATE(0u, 3u, 7u, 6u);
  const auto units_per_page = GENERATE(1u, 2u, 4u);
  const auto planes = GENERATE(1u, 2u);
  compare({16, 8, planes, parity, units_per_page}, with(VictimPolicy::greedy), 4);
  compare({20, 20, planes, parity, units_per_page}, with(VictimPolicy::greedy), 1);
}

TEST_CASE("long writes leave the FTL as writing page by page does, for every policy") {
  const auto victim =
      GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices,
               VictimPolicy::cost_benefit, VictimPolicy::windowed_greedy);
  Params params = with(victim);
  SECTION("as it is") { compare({16, 8, 1, 7, 1}, params, 2); }
  SECTION("hot and cold regions apart") {
    params.separation = Separation::regions;
    params.region_pages = 16;
    compare({16, 8, 1, 7, 2}, params, 2);
  }
  SECTION("no reserve of free superblocks to speak of, and GC in a hurry") {
    params.gc.free_target = 2;
    params.gc.free_reserve = 1;
    params.gc.urgency = 20;
    compare({16, 8, 1, 7, 1}, params, 3);
  }
  SECTION("GC that lets the pool run down") {
    params.gc.free_target = 6;
    params.gc.free_reserve = 5;
    params.gc.urgency = 0;
    compare({16, 8, 1, 0, 1}, params, 1);
  }
}
