#include "validation/oracles/reference_ftl.hpp"

#include <catch2/catch.hpp>

#include "validation/oracles/traffic.hpp"
#include "validation/oracles/write_amplification.hpp"

using namespace rainier::oracle;

namespace {

constexpr std::uint32_t many_units = 8192;
// In drive writes; cold pages take longer to settle.
constexpr double warm_up = 6;
constexpr double cold_warm_up = 12;
constexpr double measured = 4;

ReferenceFtl filled(const ReferenceParams& params) {
  ReferenceFtl ftl(params, 7);
  for (std::uint32_t lpn = 0; lpn < ftl.logical_pages(); ++lpn) ftl.write(lpn);
  return ftl;
}

double uniform_wa(const ReferenceParams& params) {
  ReferenceFtl ftl = filled(params);
  return measured_write_amplification(ftl, UniformTraffic(ftl.logical_pages(), 11), warm_up, measured);
}

Approx within_one_percent(double value) { return Approx(value).epsilon(0.01); }

}  // namespace

TEST_CASE("by brute force, collecting the oldest unit amplifies as the FIFO formula says (heavy)") {
  for (const double op : {0.1, 0.374}) {
    CAPTURE(op);
    CHECK(uniform_wa({many_units, 16, op, VictimPolicy::fifo}) == within_one_percent(fifo(op)));
  }
}

TEST_CASE("by brute force, collecting the emptiest unit amplifies as both greedy formulas say (heavy)") {
  struct Point {
    double op;
    int pages;
  };
  for (const Point p : {Point{0.1, 32}, Point{0.374, 128}}) {
    CAPTURE(p.op, p.pages);
    const double wa =
        uniform_wa({many_units, static_cast<std::uint32_t>(p.pages), p.op, VictimPolicy::greedy});
    CHECK(wa == within_one_percent(greedy(p.op, p.pages)));
    CHECK(wa == Approx(greedy_mean_field(p.op, p.pages)).epsilon(0.003));
  }
}

TEST_CASE("by brute force, collecting a random unit amplifies by (1 + OP) / OP") {
  CHECK(uniform_wa({many_units, 16, 0.374, VictimPolicy::random}) ==
        within_one_percent(random_victim(0.374)));
}

TEST_CASE("by brute force, collecting the emptiest of d units amplifies as the mean field says (heavy)") {
  for (const std::uint32_t d : {2U, 10U}) {
    CAPTURE(d);
    CHECK(uniform_wa({many_units, 16, 0.2, VictimPolicy::d_choices, d}) ==
          within_one_percent(d_choices(0.2, static_cast<int>(d), 16)));
  }
}

TEST_CASE("on uniform traffic it does not matter whether copies have an open unit of their own (heavy)") {
  CHECK(uniform_wa({many_units, 16, 0.374, VictimPolicy::fifo, 1, Frontiers::separate}) ==
        within_one_percent(fifo(0.374)));
  CHECK(uniform_wa({many_units, 32, 0.374, VictimPolicy::greedy, 1, Frontiers::separate}) ==
        within_one_percent(greedy(0.374, 32)));
  CHECK(uniform_wa({many_units, 16, 0.374, VictimPolicy::d_choices, 2, Frontiers::separate}) ==
        within_one_percent(d_choices(0.374, 2, 16)));
}

TEST_CASE("by brute force, hot and cold in one FIFO log amplify as their formula says (heavy)") {
  struct Point {
    double op;
    HotSet hot;
  };
  for (const Point p : {Point{op_of_spare_factor(0.07), {0.8, 0.2}},
                        Point{op_of_spare_factor(0.07), {0.9, 0.05}}, Point{0.374, {0.8, 0.2}}}) {
    CAPTURE(p.op, p.hot.writes);
    ReferenceFtl ftl = filled({many_units, 16, p.op, VictimPolicy::fifo});
    const HotColdTraffic traffic(ftl.logical_pages(), p.hot.writes, p.hot.pages, 13);
    CHECK(measured_write_amplification(ftl, traffic, cold_warm_up, measured) ==
          within_one_percent(hot_cold_fifo(p.op, p.hot)));
  }
}

TEST_CASE("trimmed pages become spare") {
  const double op = 0.1;
  ReferenceFtl ftl = filled({many_units, 16, op, VictimPolicy::fifo});
  const std::uint32_t kept = ftl.logical_pages() * 3 / 4;
  for (std::uint32_t lpn = kept; lpn < ftl.logical_pages(); ++lpn) ftl.trim(lpn);
  CHECK(ftl.mapped() == kept);
  CHECK(measured_write_amplification(ftl, UniformTraffic(kept, 17), warm_up, measured) ==
        within_one_percent(fifo(op_after_trim(op, 0.25))));
  CHECK(ftl.consistent());
}

TEST_CASE("sequential writes are never copied") {
  for (const auto policy : {VictimPolicy::greedy, VictimPolicy::fifo}) {
    ReferenceFtl ftl({64, 32, 0.1, policy}, 1);
    CHECK(measured_write_amplification(ftl, SequentialTraffic(ftl.logical_pages()), 3, 3) == 1);
    CHECK(ftl.copies() == 0);
  }
}

TEST_CASE("greedy on uniform traffic is beaten by no other policy") {
  const ReferenceParams params{1024, 32, 0.2, VictimPolicy::greedy, 10};
  const double best = uniform_wa(params);
  for (const auto policy : {VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices}) {
    ReferenceParams other = params;
    other.policy = policy;
    CHECK(uniform_wa(other) > best);
  }
}

TEST_CASE("the map, its inverse and the counts agree after every collection, whatever the policy") {
  for (const auto policy :
       {VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices})
    for (const auto frontiers : {Frontiers::shared, Frontiers::separate}) {
      ReferenceFtl ftl({16, 8, 0.2, policy, 2, frontiers}, 3);
      UniformTraffic traffic(ftl.logical_pages(), 5);
      bool consistent = true;
      for (int i = 0; i < 2000; ++i) {
        const std::uint32_t lpn = traffic();
        if (i % 7 == 0) {
          ftl.trim(lpn);
          consistent = consistent && !ftl.lookup(lpn);
        } else {
          ftl.write(lpn);
          consistent = consistent && ftl.lookup(lpn);
        }
        consistent = consistent && ftl.consistent();
      }
      CHECK(consistent);
      CHECK(ftl.erases() > 0);
    }
}

TEST_CASE("a reference FTL without a spare unit is refused") {
  CHECK_THROWS_AS(ReferenceFtl({4, 8, 0.01, VictimPolicy::greedy}, 1), std::domain_error);
}
