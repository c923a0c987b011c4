#include "models/drive/vitals.hpp"

#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

TEST_CASE("a drive without faults reports its writes, its wear and its temperature") {
  DriveConfig config = small_drive();
  config.ftl.reserve = 0.25;
  config.nand.rated_cycles = 1000;
  provision(config, 0.25);
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:2")));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=8\nio_size=40m\nnorandommap"));
  const health::Vitals v = vitals_of(simulation);
  const std::uint64_t before = 2 * config.logical_pages() * 8;
  CHECK(v.host_sectors == before + (40 << 20) / 512);
  CHECK(v.host_pages == v.host_sectors / 8);
  const ftl::Counters ftl = simulation.controller().ftl().counters();
  CHECK(v.other_pages == ftl.copies + ftl.parity);
  // Every erase is of a superblock of 4 blocks; the drive has 8 dies of 64.
  CHECK(v.mean_erases == Approx(static_cast<double>(ftl.erases) * 4 / (8 * 64)));
  CHECK(v.percent_of_life == Approx(v.mean_erases / 10));
  CHECK(v.spare_blocks == 8 * 16);
  CHECK(v.spare_blocks_left == v.spare_blocks);
  CHECK(v.temperature == Approx(simulation.controller().thermal().temperature()));
  CHECK(v.hours == Approx(simulation.now().seconds() / 3600));
  CHECK(events_of(simulation).empty());
}

TEST_CASE("a drive reports what faults did to it, and when") {
  DriveConfig config = small_drive();
  config.ftl.reserve = 0.25;
  config.faults = {"die:0.0@1ms", "program:any@1e-3/op", "link:any@500ops"};
  provision(config, 0.25);
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randrw\nbs=4k\niodepth=8\nnumber_ios=3000\nnorandommap\ncontinue_on_error=all"));
  simulation.settle(10_s);
  const controller::GuardCounters& counts = simulation.controller().guard()->counters();
  const health::Vitals v = vitals_of(simulation);
  CHECK(v.reconstructed == counts.reconstructed);
  CHECK(v.reconstructed > 0);
  CHECK(v.program_failures == counts.program_failures);
  CHECK(v.program_failures > 0);
  CHECK(v.crc_errors == 1);
  CHECK(v.spare_blocks_left < v.spare_blocks);
  CHECK(v.write_protect_progress() > 0);
  const auto events = events_of(simulation);
  REQUIRE(events.size() > 3);
  CHECK(events.front().what == "fault: die:0.0@1ms");
  CHECK(events.front().at == 1_ms);
  for (std::size_t i = 1; i < events.size(); ++i) CHECK(events[i - 1].at <= events[i].at);
}

TEST_CASE("a drive whose reads meet bit errors counts those that it had to read again") {
  DriveConfig config = small_drive();
  config.reliability.errors = reliability::Errors::drawn;
  config.reliability.fresh_rber = config.reliability.rated_rber = 5e-4;
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randread\nbs=4k\niodepth=8\nio_size=40m\nnorandommap\ncontinue_on_error=all"));
  const controller::CorrectionCounters& counts = simulation.controller().guard()->correction()->counters();
  CHECK(counts.failed > 0);
  CHECK(vitals_of(simulation).read_again == counts.failed - counts.exhausted);
}
