#include "models/ftl/bulk_zones.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "models/ftl/bulk.hpp"

using namespace rainier;
using namespace rainier::ftl;

namespace {

/// 512 superblocks of 896 user pages, with 7+1 parity.
Layout small_layout() {
  nand::Params nand;
  nand.blocks_per_plane = 128;
  nand.pages_per_block = 32;
  return {nand, 64, 32, 1, 128, 7};
}

Params with(VictimPolicy victim) {
  Params params;
  params.gc.victim = victim;
  return params;
}

std::uint32_t logical(const Layout& layout, double alpha) {
  return static_cast<std::uint32_t>(layout.superblocks() * static_cast<double>(layout.user_units()) / alpha);
}

double amplification(BulkZones& bulk, std::uint64_t capacity) {
  bulk.fill();
  bulk.write(10 * capacity);
  const Counters before = bulk.counters();
  bulk.write(8 * capacity);
  return (bulk.counters() - before).write_amplification();
}

/// Hot and cold data in one FIFO pool: A = 1 + sum of r / (e^(r/f x alpha/A) - 1) (the text of physics).
double fifo_theory(const std::vector<Zone>& zones, double alpha) {
  double a = 2;
  for (int i = 0; i < 10'000; ++i) {
    double next = 1;
    for (const Zone& z : zones) next += z.writes / std::expm1(z.writes / z.addresses * alpha / a);
    a = 0.5 * (a + next);
  }
  return a;
}

}  // namespace

TEST_CASE("one zone amplifies as uniform random writes do") {
  const Layout layout = small_layout();
  const std::uint32_t units = logical(layout, 1.3);
  const auto victim = GENERATE(VictimPolicy::greedy, VictimPolicy::fifo);
  BulkZones zones(layout, with(victim), units, {{1, 1}}, 1);
  Bulk bulk(layout, with(victim), units, 1);
  bulk.write_sequential(units);
  bulk.write_random(10 * std::uint64_t{units});
  const Counters before = bulk.counters();
  bulk.write_random(8 * std::uint64_t{units});
  CHECK(amplification(zones, units) ==
        Approx((bulk.counters() - before).write_amplification()).epsilon(0.01));
  CHECK(zones.valid() == Approx(units).epsilon(1e-5));
}

TEST_CASE("hot and cold data in one FIFO pool amplify as the closed form says") {
  const Layout layout = small_layout();
  const double alpha = 1.3, closed = layout.superblocks() - 9;  // eight free and one open
  const std::uint32_t units = logical(layout, alpha);
  const std::vector<Zone> zones = GENERATE(std::vector<Zone>{{0.8, 0.2}, {0.2, 0.8}},
                                           std::vector<Zone>{{0.5, 0.05}, {0.3, 0.15}, {0.2, 0.8}});
  BulkZones bulk(layout, with(VictimPolicy::fifo), units, zones, 1);
  const double expected = fifo_theory(zones, alpha * closed / layout.superblocks());
  CHECK(amplification(bulk, units) == Approx(expected).epsilon(0.01));
}

TEST_CASE("what is mapped stays mapped, whichever zone is written") {
  const Layout layout = small_layout();
  const std::uint32_t units = logical(layout, 1.2);
  BulkZones bulk(layout, with(VictimPolicy::greedy), units, {{0.9, 0.01}, {0.1, 0.99}}, 1);
  bulk.fill();
  CHECK(bulk.valid() == Approx(units).epsilon(1e-9));
  bulk.write(8 * std::uint64_t{units});  // the hot zone decays by e^-720
  CHECK(bulk.valid() == Approx(units).epsilon(1e-5));
}

TEST_CASE("zones must share out all writes and all addresses") {
  const Layout layout = small_layout();
  const std::uint32_t units = logical(layout, 1.2);
  const auto made = [&](std::vector<Zone> zones) {
    return BulkZones(layout, with(VictimPolicy::greedy), units, std::move(zones), 1).valid();
  };
  CHECK_THROWS_AS(made({}), std::invalid_argument);
  CHECK_THROWS_AS(made({{0.5, 1}}), std::invalid_argument);
  CHECK_THROWS_AS(made({{1, 0.5}}), std::invalid_argument);
  CHECK_THROWS_AS(made({{1, 1}, {0, 0}}), std::invalid_argument);
}
