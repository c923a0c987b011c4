#include "tools/rainier/pts/run.hpp"

#include <catch2/catch.hpp>

#include "models/controller/small_drive_test.hpp"

using namespace rainier;
using namespace rainier::pts;
using namespace rainier::literals;

namespace {

Plan plan_of_cells(const std::vector<std::uint64_t>& blocks, const std::vector<std::uint32_t>& reads) {
  Plan plan = plan_of(Test::iops);
  keep(plan, blocks, reads);
  plan.cell = 400_ms;
  plan.sample = 40_ms;
  plan.queue_depth = 16;
  plan.workers = 4;
  return plan;
}

Result run_small(const Plan& plan, const Watch& watch = {}) {
  return run(plan, controller::small_drive(0.30), host::Params{}, 1, watch);
}

/// The cell that is timed as a whole begins with an empty queue, the sampled one does not: 2 % for that.
bool agree(const Interval& a, const Interval& b) {
  return std::abs(a.mean - b.mean) <= a.half_width + b.half_width + 0.02 * b.mean;
}

}  // namespace

TEST_CASE("a test runs until steady state and averages its five rounds") {
  const Result result = run_small(plan_of_cells({4096, 65'536}, {100, 0}));
  REQUIRE(result.parts.size() == 1);
  const PartResult& part = result.parts.front();
  REQUIRE(result.steady());
  CHECK(part.rounds.size() == part.steady_round);
  CHECK(part.last_averaged == part.rounds.size());
  CHECK(part.last_averaged - part.first_averaged == 4);
  REQUIRE(part.cells.size() == 4);
  for (const Average& cell : part.cells) CHECK(cell.rounds == 5);
  CHECK(part.cells[1].iops.mean > part.cells[0].iops.mean);  // 4 KiB reads before 64 KiB ones
}

TEST_CASE("rounds after steady state are averaged in its place") {
  Plan plan = plan_of_cells({4096}, {0});
  plan.rounds_after = 2;
  const PartResult part = run_small(plan).parts.front();
  REQUIRE(part.steady_round);
  CHECK(part.rounds.size() == *part.steady_round + 2);
  CHECK(part.first_averaged == *part.steady_round + 1);
  CHECK(part.cells.front().rounds == 2);
}

TEST_CASE("a cell that is sampled agrees with one that is timed as a whole, within their intervals (heavy)") {
  controller::DriveConfig drive = controller::small_drive();
  drive.nand.blocks_per_plane = 1024;  // a cell writes a share of it
  controller::provision(drive, 0.30);
  Plan plan = plan_of_cells({4096, 65'536}, {65, 0});
  plan.cell = 1_s;
  plan.rounds_after = 8;
  const PartResult sampled = run(plan, drive, host::Params{}, 1).parts.front();
  plan.sample = plan.cell;
  const PartResult timed = run(plan, drive, host::Params{}, 1).parts.front();
  REQUIRE(sampled.cells.size() == timed.cells.size());
  CHECK(sampled.rounds[0].cells[0].untimed > 0_s);
  CHECK(timed.rounds[0].cells[0].untimed == 0_s);
  CHECK(timed.rounds[0].cells[0].timed == plan.cell);
  for (std::size_t c = 0; c < timed.cells.size(); ++c) {
    CAPTURE(c, sampled.cells[c].iops.mean, sampled.cells[c].iops.half_width, timed.cells[c].iops.mean,
            timed.cells[c].iops.half_width);
    CHECK(agree(sampled.cells[c].iops, timed.cells[c].iops));
    CHECK(agree(sampled.cells[c].latency, timed.cells[c].latency));
  }
  CHECK(sampled.rounds.front().drive_writes == Approx(timed.rounds.front().drive_writes).epsilon(0.05));
}

TEST_CASE("write saturation begins fresh, slows down, and ends when enough has been written") {
  Plan plan = plan_of(Test::write_saturation);
  plan.cell = 10_ms;
  plan.sample = 2_ms;
  const Result result = run_small(plan);
  const PartResult& part = result.parts.front();
  REQUIRE(part.rounds.size() > 10);
  CHECK(part.rounds.back().drive_writes >= 4);
  CHECK(part.rounds[part.rounds.size() - 2].drive_writes < 4);
  CHECK(part.rounds.front().cells[0].write_amplification == 1);
  // Two milliseconds of so small a drive may be all copies: the last five rounds together.
  double amplification = 0, iops = 0;
  for (std::size_t i = part.rounds.size() - 5; i < part.rounds.size(); ++i) {
    amplification += part.rounds[i].cells[0].write_amplification / 5;
    iops += part.rounds[i].cells[0].iops.mean / 5;
  }
  CHECK(amplification > 1.5);
  CHECK(iops < 0.8 * part.rounds.front().cells[0].iops.mean);
}

TEST_CASE("sequential cells go on where the last one ended: nothing is left to copy") {
  Plan plan = plan_of(Test::throughput);
  keep(plan, {131'072}, {});
  plan.cell = 400_ms;
  plan.sample = 4_ms;
  const PartResult part = run_small(plan).parts.front();
  for (const Round& round : part.rounds) CHECK(round.cells[1].write_amplification < 1.1);
  CHECK(part.steady_round);
}

TEST_CASE("a test that is stopped keeps the cells that were done and says so") {
  int calls = 0;
  const Result result = run_small(plan_of_cells({4096}, {100, 0}), [&](const std::string& doing) {
    return doing.find("round 2 of at most 25, cell 2") == std::string::npos || ++calls < 2;
  });
  CHECK(result.partial);
  CHECK_FALSE(result.steady());
  const PartResult& part = result.parts.front();
  REQUIRE(part.rounds.size() == 2);
  CHECK(part.rounds[1].cells.size() == 1);
  CHECK(part.last_averaged == 1);
  CHECK(part.cells.size() == 2);
}

TEST_CASE("a test that is stopped before its first cell has nothing to show") {
  const Result result = run_small(plan_of_cells({4096}, {0}), [](const std::string&) { return false; });
  CHECK(result.partial);
  CHECK(result.parts.front().cells.empty());
  CHECK(result.parts.front().rounds.empty());
}

TEST_CASE("a queue depth that the workers cannot share evenly is kept") {
  Plan plan = plan_of_cells({4096}, {0});
  plan.queue_depth = 7;
  plan.workers = 3;
  plan.most_rounds = 1;
  const Result result = run_small(plan);
  const CellResult& cell = result.parts.front().rounds.front().cells.front();
  CHECK(cell.iops.mean * cell.latency.mean == Approx(7).epsilon(0.02));  // Little's law
}
