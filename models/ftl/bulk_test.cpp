#include "models/ftl/bulk.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "models/ftl/functional.hpp"

using namespace rainier;
using namespace rainier::ftl;

namespace {

/// 64 dies on 32 of which a superblock lies, with 7+1 parity: 1,024 superblocks of 896 user pages.
Layout small_layout() {
  nand::Params nand;
  nand.blocks_per_plane = 256;
  nand.pages_per_block = 32;
  return {nand, 64, 32, 1, 256, 7};
}

/// The P320h 700 GB: 512 dies, 128 a superblock, 2 % of the blocks in reserve.
Layout real_layout() { return {nand::Params(), 512, 128, 1, 2048 - 40, 7}; }
constexpr std::uint32_t real_units = 170'898'438;

Params with(VictimPolicy victim) {
  Params params;
  params.gc.victim = victim;
  return params;
}

struct Wear {
  std::uint32_t least, most;
  double mean;
};
Wear wear(const Superblocks& superblocks) {
  const auto& e = superblocks.erases;
  const auto [least, most] = std::minmax_element(e.begin(), e.end());
  const double mean = std::accumulate(e.begin(), e.end(), 0.0) / static_cast<double>(e.size());
  return {*least, *most, mean};
}

/// Desnoyers 2012, for FIFO and for greedy with large units: WA = 1 / (1 - u) with u = e^(-alpha (1 - u)).
double theory(double alpha) {
  double u = 0.5;
  for (int i = 0; i < 1000; ++i) u = std::exp(-alpha * (1 - u));
  return 1 / (1 - u);
}

double amplification(Bulk& bulk, std::uint64_t warm_up, std::uint64_t measured) {
  bulk.write_random(warm_up);
  const Counters before = bulk.counters();
  bulk.write_random(measured);
  return (bulk.counters() - before).write_amplification();
}

}  // namespace

TEST_CASE("the bulk tier amplifies random writes as the functional tier does, at every spare (heavy)") {
  const auto victim = GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::d_choices,
                               VictimPolicy::cost_benefit, VictimPolicy::windowed_greedy);
  const double fill = GENERATE(0.62, 0.74, 0.82);
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * fill);
  Ftl ftl(layout, with(victim), logical, 1);
  Functional functional(ftl);
  Philox random(1, "test");
  functional.write_sequential(0, logical);
  functional.write_random(2ull * logical, 1, random);
  const Counters before = ftl.counters();
  functional.write_random(2ull * logical, 1, random);
  const double expected = (ftl.counters() - before).write_amplification();

  Bulk bulk(layout, with(victim), logical, 1);
  bulk.write_sequential(logical);
  CAPTURE(static_cast<int>(victim), fill);
  CHECK(amplification(bulk, 2ull * logical, 2ull * logical) == Approx(expected).epsilon(0.005));
  CHECK(wear(bulk.superblocks()).mean == Approx(wear(ftl.superblocks()).mean).epsilon(0.01));
}

TEST_CASE("at the real size the bulk tier amplifies as theory says of the superblocks that are closed") {
  const auto victim = GENERATE(VictimPolicy::greedy, VictimPolicy::fifo);
  const Layout layout = real_layout();
  Bulk bulk(layout, with(victim), real_units, 1);
  bulk.write_sequential(real_units);
  // Two are open, seven are free, one is being collected.
  const double alpha = double(layout.superblocks() - 10) * layout.user_units() / real_units;
  CHECK(amplification(bulk, 6ull * real_units, 6ull * real_units) == Approx(theory(alpha)).epsilon(0.003));
  CHECK(bulk.valid() == Approx(real_units).epsilon(1e-9));
}

TEST_CASE("a random victim costs (1 + OP) / OP") {
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.72);
  Params params = with(VictimPolicy::random);
  params.wear.static_levelling = false;
  Bulk bulk(layout, params, logical, 1);
  bulk.write_sequential(logical);
  const double op = double(layout.superblocks() - 10) * layout.user_units() / logical - 1;
  CHECK(amplification(bulk, 6ull * logical, 20ull * logical) == Approx((1 + op) / op).epsilon(0.02));
}

TEST_CASE("writing in order amplifies by exactly one, also once random data are overwritten") {
  const auto victim = GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::cost_benefit);
  // FIFO, once it copies data in order, goes on copying them: a state of its own.
  const auto random_first = GENERATE(false, true) && victim != VictimPolicy::fifo;
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.8);
  Bulk bulk(layout, with(victim), logical, 1);
  bulk.write_sequential(logical);
  if (random_first) {
    bulk.write_random(logical);
    bulk.write_sequential(3ull * logical);
  }
  const Counters before = bulk.counters();
  bulk.write_sequential(20ull * logical);
  CHECK((bulk.counters() - before).write_amplification() == 1.0);
  CHECK(bulk.valid() == Approx(logical).epsilon(1e-9));
}

TEST_CASE("random data that a pass in order overwrites are copied as the functional tier copies them") {
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.75);
  Ftl ftl(layout, with(VictimPolicy::greedy), logical, 1);
  Functional functional(ftl);
  Bulk bulk(layout, with(VictimPolicy::greedy), logical, 1);
  Philox random(1, "test");
  functional.write_random(3ull * logical, 1, random);
  bulk.write_random(3ull * logical);
  const Counters f = ftl.counters(), b = bulk.counters();
  functional.write_sequential(0, logical);
  bulk.write_sequential(logical);
  CHECK((bulk.counters() - b).write_amplification() ==
        Approx((ftl.counters() - f).write_amplification()).epsilon(0.02));
}

TEST_CASE("programs fill superblocks, and superblocks are erased as often as they are filled") {
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.75);
  Bulk bulk(layout, with(VictimPolicy::greedy), logical, 1);
  bulk.write_random(30ull * logical);
  const Counters c = bulk.counters();
  const double filled = static_cast<double>(c.host_writes + c.copies + c.parity) / layout.units();
  const double free = bulk.free_superblocks();
  CHECK(static_cast<double>(c.erases) == Approx(filled - layout.superblocks() + free).margin(3));
  CHECK(c.host_writes == 30ull * logical);
}

TEST_CASE("levelling holds the spread of a policy that draws its victims") {
  const auto levelling = GENERATE(false, true);
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.75);
  Params params = with(VictimPolicy::random);
  params.wear = {Allocation::oldest_free, levelling, 16, 4};
  Bulk bulk(layout, params, logical, 1);
  bulk.write_random(400ull * logical);
  const Wear spread = wear(bulk.superblocks());
  CHECK((bulk.counters().levelling > 0) == levelling);
  if (levelling)
    CHECK(spread.most - spread.least < 100);
  else
    CHECK(spread.most - spread.least > 200);
}

TEST_CASE("the same seed gives the same wear, another one other wear") {
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.75);
  const auto erases = [&](std::uint64_t seed) {
    Bulk bulk(layout, with(VictimPolicy::d_choices), logical, seed);
    bulk.write_random(20ull * logical);
    return bulk.superblocks().erases;
  };
  CHECK(erases(1) == erases(1));
  CHECK(erases(1) != erases(2));
}

TEST_CASE("it does not matter in how many calls the writes come") {
  const Layout layout = small_layout();
  const auto logical = static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.75);
  Bulk whole(layout, with(VictimPolicy::greedy), logical, 1),
      parts = Bulk(layout, with(VictimPolicy::greedy), logical, 1);
  whole.write_random(8ull * logical);
  for (int i = 0; i < 8 * 16; ++i) parts.write_random(logical / 16);
  parts.write_random(8ull * logical - 128ull * (logical / 16));
  CHECK(static_cast<double>(parts.counters().copies) ==
        Approx(static_cast<double>(whole.counters().copies)).epsilon(1e-4));
}

TEST_CASE("a bulk drive without room for GC is refused") {
  const Layout layout = small_layout();
  CHECK_THROWS_WITH(
      Bulk(layout, with(VictimPolicy::greedy), static_cast<std::uint32_t>(layout.user_pages()), 1),
      Catch::Contains("could not make progress"));
}
