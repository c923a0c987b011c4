#include "tools/rainier/limit.hpp"

#include <catch2/catch.hpp>

using namespace rainier::tool;

namespace {

std::vector<Resource> with(double link, double slots, double power = 0) {
  return {{"link_up", "the link to the host", link, ""},
          {"slots", "the command slots", slots, ""},
          {"power", "the power governor", power, ""}};
}
const Load deep{256, 250, 300, "channel transfer", 0.5, 0};

}  // namespace

TEST_CASE("the busiest resource is the limit, and one nearly as busy is named too") {
  CHECK(limit_sentence(with(0.99, 1), deep) == "Limited by the link to the host: busy 99.0 % of the time.");
  CHECK(
      limit_sentence(with(0.9, 1, 0.97), deep) ==
      "Limited by the power governor: busy 97.0 % of the time; nearly as busy: the link to the host (90 %).");
}

TEST_CASE("where nothing is busy the limit is GC, the workload, the slots or the latency") {
  Load load = deep;
  CHECK(limit_sentence(with(0.5, 0.99), load).starts_with("Limited by the command slots (99 % in use)"));
  load.waited_for_gc = 0.3;
  CHECK(limit_sentence(with(0.5, 0.99), load) ==
        "Limited by GC: 30.0 % of the host's pages waited for a free superblock.");
  CHECK(limit_sentence(with(0.1, 0.1), {256, 10, 50, "", 0, 0})
            .starts_with("Limited by the workload: of 256 requests"));
  CHECK(limit_sentence(with(0.1, 0), {1, 1, 50, "array", 0.5, 0}) ==
        "Limited by latency, nothing is busy more than 10 % of the time: 1 requests outstanding / 50 us = "
        "20000 IOPS; most of it, "
        "50 %, is array; more requests outstanding would go faster.");
}

TEST_CASE("a run without a request has no limit") {
  CHECK(limit_sentence(with(0, 0), Load{}) == "Nothing limits the run: no request has ended.");
}
