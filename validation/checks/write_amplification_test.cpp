#include "validation/oracles/write_amplification.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "validation/checks/log_ftl_test.hpp"
#include "validation/oracles/rain_stripe.hpp"
#include "validation/oracles/traffic.hpp"

using namespace rainier;
using namespace rainier::checks;
using ftl::VictimPolicy;

namespace {

/// After one write of the drive in order, amplification under uniform traffic is within 0.2 % of its final
/// value two drive writes later, for every policy here.
constexpr double warm_up = 2, measured = 1.5;

double uniform_amplification(const ftl::Params& params, double op, std::uint32_t closed = closed_blocks) {
  LogFtl drive(params, op, closed);
  drive.write_random(warm_up);
  return drive.amplification_of([&] { drive.write_random(measured); });
}

struct HotCold {
  double writes, pages;
};
double hot_cold_amplification(const ftl::Params& params, double op, HotCold hot, std::uint32_t closed) {
  LogFtl drive(params, op, closed);
  oracle::HotColdTraffic traffic(drive.logical_pages(), hot.writes, hot.pages, 3);
  drive.write(traffic, 3);
  return drive.amplification_of([&] { drive.write(traffic, 2); });
}

}  // namespace

TEST_CASE(
    "the drive's FTL amplifies uniform writes as theory says, for every policy that has a theory (heavy)") {
  const double op = GENERATE(0.07, 0.20, 0.374);
  CAPTURE(op);
  SECTION("greedy") {
    const double amplification = uniform_amplification(plain(VictimPolicy::greedy), op);
    CHECK(amplification == Approx(oracle::greedy_mean_field(op, block_pages)).epsilon(0.005));
    CHECK(amplification == Approx(oracle::greedy(op, block_pages)).epsilon(0.01));
  }
  SECTION("FIFO") {
    CHECK(uniform_amplification(plain(VictimPolicy::fifo), op) == Approx(oracle::fifo(op)).epsilon(0.01));
  }
  SECTION("random") {
    CHECK(uniform_amplification(plain(VictimPolicy::random), op) ==
          Approx(oracle::random_victim(op)).epsilon(0.01));
  }
  SECTION("d choices") {
    const std::uint32_t d = GENERATE(2u, 10u);
    CAPTURE(d);
    CHECK(uniform_amplification(plain(VictimPolicy::d_choices, d), op) ==
          Approx(oracle::d_choices(op, static_cast<int>(d), block_pages)).epsilon(0.01));
  }
}

TEST_CASE("hot and cold data in one FIFO amplify as theory says (heavy)") {
  const double op = oracle::op_of_spare_factor(0.07);
  const HotCold hot = GENERATE(HotCold{0.8, 0.2}, HotCold{0.9, 0.05});
  CAPTURE(hot.writes);
  CHECK(hot_cold_amplification(plain(VictimPolicy::fifo), op, hot, closed_blocks / 2) ==
        Approx(oracle::hot_cold_fifo(op, {hot.writes, hot.pages})).epsilon(0.02));
}

TEST_CASE("trimming a share of the drive is as good as that much more spare") {
  const double share = GENERATE(0.1, 0.25);
  const double op = 0.2;
  LogFtl drive(plain(VictimPolicy::greedy), op, closed_blocks / 2);
  const auto cut = static_cast<std::uint32_t>(share * drive.logical_pages());
  for (ftl::Lpn lpn = 0; lpn < cut; ++lpn) REQUIRE(drive.ftl().trim(lpn));
  oracle::UniformTraffic traffic(drive.logical_pages() - cut, 5);
  const auto rest = [&] { return cut + traffic(); };
  drive.write(rest, warm_up);
  CHECK(drive.amplification_of([&] { drive.write(rest, measured); }) ==
        Approx(oracle::greedy_mean_field(oracle::op_after_trim(op, share), block_pages)).epsilon(0.01));
}

TEST_CASE("writing the drive in order, over and over, amplifies by exactly one under every policy") {
  const auto victim = GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::cost_benefit,
                               VictimPolicy::windowed_greedy);
  LogFtl drive(plain(victim), 0.07, 512);
  CHECK(drive.amplification_of([&] { drive.run().write_sequential(0, 8ull * drive.logical_pages()); }) ==
        1.0);
}

TEST_CASE("no policy beats greedy on uniform traffic") {
  const double op = 0.2;
  const double greedy = uniform_amplification(plain(VictimPolicy::greedy), op, 1024);
  for (const auto victim : {VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices,
                            VictimPolicy::cost_benefit, VictimPolicy::windowed_greedy}) {
    CAPTURE(static_cast<int>(victim));
    CHECK(uniform_amplification(plain(victim), op, 1024) > greedy * 0.998);
  }
}

TEST_CASE("FIFO and its window pass over data that nobody rewrites") {
  const auto victim = GENERATE(VictimPolicy::fifo, VictimPolicy::windowed_greedy, VictimPolicy::random);
  LogFtl drive(plain(victim), 0.2, 512);
  oracle::UniformTraffic traffic(drive.logical_pages() / 4, 1);
  CHECK_NOTHROW(drive.write(traffic, 4));
  CHECK(drive.ftl().valid() == drive.ftl().mapped());
}

TEST_CASE("parity makes media writes of the host's: amplification x (k + 1) / k") {
  const std::uint32_t k = GENERATE(3u, 7u);
  nand::Params nand;
  nand.planes = 1;
  nand.blocks_per_plane = 256;
  nand.pages_per_block = 64;
  const ftl::Layout layout(nand, 8, 8, 1, 256, k);
  ftl::Params params = plain(VictimPolicy::greedy);
  params.parity = k;
  ftl::Ftl ftl(layout, params, static_cast<std::uint32_t>(static_cast<double>(layout.user_pages()) * 0.75),
               1);
  ftl::Functional run(ftl);
  Philox random(1, "checks.parity");
  run.write_random(4ull * ftl.logical_pages(), 1, random);
  const ftl::Counters c = ftl.counters();
  const auto host = static_cast<double>(c.host_writes);
  const auto programs = static_cast<double>(c.host_writes + c.copies + c.parity);
  CHECK(c.write_amplification() > 1.5);
  CHECK(programs == Approx(host * c.write_amplification() * oracle::rain::program_factor(static_cast<int>(k)))
                        .epsilon(1e-4));
}

TEST_CASE("streams of their own for hot and cold regions lower amplification") {
  const HotCold hot{0.9, 0.05};
  ftl::Params together = plain(VictimPolicy::greedy), apart = together;
  apart.separation = ftl::Separation::regions;
  const double one_stream = hot_cold_amplification(together, 0.2, hot, 1024);
  CHECK(hot_cold_amplification(apart, 0.2, hot, 1024) < one_stream * 0.98);
}

TEST_CASE("wear levelling costs next to no amplification on uniform traffic") {
  ftl::Params off = plain(VictimPolicy::greedy), on = off;
  on.wear = {ftl::Allocation::least_worn, true, 16, 64};
  const double without = uniform_amplification(off, 0.2, 2048);
  CHECK(uniform_amplification(on, 0.2, 2048) == Approx(without).epsilon(0.005));
}
