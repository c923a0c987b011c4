#include "tools/rainier/pts/plan.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace rainier;
using namespace rainier::pts;

TEST_CASE("the IOPS test has seven mixes of eight block sizes, the most reads and the largest block first") {
  const Plan plan = plan_of(Test::iops);
  REQUIRE(plan.parts.size() == 1);
  const std::vector<Cell>& cells = plan.parts[0].cells;
  REQUIRE(cells.size() == 56);
  CHECK(name_of(cells[0]) == "1MiB, 100 % reads");
  CHECK(name_of(cells[1]) == "128KiB, 100 % reads");
  CHECK(name_of(cells[7]) == "512B, 100 % reads");
  CHECK(name_of(cells[8]) == "1MiB, 95 % reads");
  CHECK(name_of(cells[55]) == "512B, 0 % reads");
  std::vector<std::string> tracked;
  for (const std::size_t place : plan.parts[0].tracked) tracked.push_back(name_of(cells[place]));
  CHECK(tracked == std::vector<std::string>{"4KiB, 0 % reads", "64KiB, 65 % reads", "1MiB, 100 % reads"});
  CHECK(drive::recipe_text(plan.parts[0].precondition) == "seq:128KiB:2");
  CHECK(plan.most_rounds == 25);
  CHECK(plan.cell.seconds() == 60);
}

TEST_CASE("the throughput test purges for each block size and preconditions with it") {
  const Plan plan = plan_of(Test::throughput);
  REQUIRE(plan.parts.size() == 2);
  CHECK(drive::recipe_text(plan.parts[0].precondition) == "seq:1MiB:2");
  CHECK(drive::recipe_text(plan.parts[1].precondition) == "seq:128KiB:2");
  for (const Part& part : plan.parts) {
    CHECK(part.cells.size() == 2);
    CHECK(part.tracked.size() == 2);
    CHECK(part.cells[0].pattern == drive::Pass::Kind::sequential);
  }
}

TEST_CASE("latency is taken with one request outstanding, saturation on a purged drive") {
  const Plan latency = plan_of(Test::latency), saturation = plan_of(Test::write_saturation);
  CHECK(latency.queue_depth == 1);
  CHECK(latency.cells() == 9);
  CHECK(saturation.parts[0].precondition.empty());
  CHECK(saturation.cells() == 1);
  CHECK(saturation.capacities == 4);
}

TEST_CASE("cells can be left out, but not all that steady state is judged by") {
  Plan plan = plan_of(Test::iops);
  keep(plan, {4096, 512}, {100, 0});
  CHECK(plan.cells() == 4);
  REQUIRE(plan.parts[0].tracked.size() == 1);
  CHECK(name_of(plan.parts[0].cells[plan.parts[0].tracked[0]]) == "4KiB, 0 % reads");
  CHECK_THROWS_AS(keep(plan, {512}, {}), std::invalid_argument);

  Plan throughput = plan_of(Test::throughput);
  keep(throughput, {131'072}, {});
  CHECK(throughput.parts.size() == 1);
  CHECK_THROWS_AS(keep(throughput, {4096}, {}), std::invalid_argument);
}
