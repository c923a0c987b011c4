#include <fmt/format.h>

#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

namespace {

DriveConfig behind(std::uint32_t members) {
  DriveConfig config = small_drive(0.25);
  config.link.interface = link::Interface::sata;
  config.controller.slots = config.controller.slot_group = 32;
  config.bridge.members = members;
  return config;
}

double iops_of(const DriveConfig& config, const std::string& options) {
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:128KiB:1")));
  run(simulation, job(options));
  return static_cast<double>(ios(simulation, 0) + ios(simulation, 1)) / simulation.now().seconds();
}

}  // namespace

TEST_CASE("requests in are requests out behind a bridge, of all sizes and mixes, and its laws hold") {
  const auto members = GENERATE(2U, 3U, 4U);
  for (const char* rw : {"randread", "randwrite", "randrw", "write", "read", "randtrim"})
    for (const char* bs : {"512", "4k", "256k"}) {
      INFO(fmt::format("{} behind a bridge, {} {}", members, rw, bs));
      const DriveConfig config = behind(members);
      Simulation simulation(config, host::Params{}, 1);
      REQUIRE(simulation.precondition(parse_recipe("seq:128KiB:1,rand:4KiB:1")));
      run(simulation,
          job(fmt::format("rw={}\nbs={}\niodepth=40\nio_size=2m\nnorandommap\nfsync=50", rw, bs)));
      for (const controller::Controller* drive : simulation.drives()) REQUIRE(drive->ftl().consistent());
    }
}

TEST_CASE("the host sees whole stripes of all drives, and data spread over them evenly") {
  DriveConfig config = behind(4);
  Simulation simulation(config, host::Params{}, 1);
  CHECK(config.host_bytes() == config.capacity_bytes / 65536 * 65536 * 4);
  run(simulation, job("rw=write\nbs=1m\niodepth=2\nio_size=8m"));
  for (const controller::Controller* drive : simulation.drives())
    CHECK(drive->counters().write_bytes == 2 << 20);
  CHECK(simulation.usage().controller.write_bytes == 8 << 20);
}

TEST_CASE(
    "without anything of its own a bridge adds the uplink's latency alone, and drives add up in depth") {
  DriveConfig alone = behind(1), four = behind(4);
  four.bridge.command_time = four.bridge.completion_time = Time();
  const double one_deep = iops_of(alone, "rw=randread\nbs=4k\niodepth=1\nio_size=1m\nnorandommap");
  const double bridged = iops_of(four, "rw=randread\nbs=4k\niodepth=1\nio_size=1m\nnorandommap");
  CHECK(bridged < one_deep);
  CHECK(bridged > 0.85 * one_deep);
  const double deep = iops_of(alone, "rw=randread\nbs=4k\niodepth=32\nio_size=4m\nnorandommap");
  const double four_deep =
      iops_of(four, "rw=randread\nbs=4k\niodepth=32\nnumjobs=4\nio_size=4m\nnorandommap");
  CHECK(four_deep > 3 * deep);
  CHECK(four_deep < 4.05 * deep);
}

TEST_CASE("the bridge's processor bounds its commands: one by the sum of its two times") {
  DriveConfig config = behind(4);
  config.bridge.command_time = 30_us;
  config.bridge.completion_time = 10_us;
  const double iops = iops_of(config, "rw=randread\nbs=4k\niodepth=64\nio_size=4m\nnorandommap");
  CHECK(iops == Approx(25'000).epsilon(0.03));
}

TEST_CASE("a command on its way takes neither the bridge's processor nor its uplink before it is there") {
  DriveConfig config = behind(4);
  config.bridge.uplink.memory_latency = 50_us;  // of a command's way, in which others come to their end
  const auto reads = [&](int depth) {
    return iops_of(config, fmt::format("rw=randread\nbs=512\niodepth={}\nio_size=1m\nnorandommap", depth));
  };
  CHECK(reads(4) > 3.2 * reads(1));

  // A doorbell that is to ring does not hold up what is fetched before: the processor is never without work.
  config.bridge.uplink.memory_latency = 400_ns;
  config.bridge.command_time = config.bridge.completion_time = 2_us;
  CHECK(reads(128) == Approx(1 / 4e-6).epsilon(0.01));

  // A doorbell that rings in a millisecond does not hold up what is on the wire until then.
  host::Params slow;
  slow.submit_time = 1_ms;
  const auto latency = [&](const std::string& another) {
    Simulation simulation(config, slow, 1);
    run(simulation, jobs("[one]\nrw=write\nbs=4k\nio_size=64k\n" + another));
    return simulation.workers().results()[0].direction[1].clat.mean();
  };
  CHECK(latency("[two]\nrw=randread\nbs=512\nio_size=64k\nthinktime=100us\n") ==
        Approx(latency("")).epsilon(0.05));
}

TEST_CASE("the uplink bounds all drives together") {
  DriveConfig config = behind(4);
  config.bridge.uplink.generation = 1;
  config.bridge.uplink.lanes = 1;
  const double wire = 250e6 * (1 - config.bridge.uplink.dllp_share) * 128 / (128 + 24);
  const double iops = iops_of(config, "rw=read\nbs=128k\niodepth=64\nio_size=64m");
  CHECK(iops * 131072 < wire);
  CHECK(iops * 131072 > 0.93 * wire);
}

TEST_CASE("a run behind a bridge repeats itself, event by event, with either calendar") {
  const auto hash = [](Calendar::Kind kind) {
    Simulation simulation(behind(3), host::Params{}, 7, kind);
    REQUIRE(simulation.precondition(parse_recipe("seq:128KiB:1,rand:4KiB:1")));
    run(simulation, job("rw=randrw\nbs=16k\niodepth=64\nio_size=8m\nnorandommap"));
    return simulation.event_hash();
  };
  CHECK(hash(Calendar::Kind::wheel) == hash(Calendar::Kind::wheel));
  CHECK(hash(Calendar::Kind::wheel) == hash(Calendar::Kind::heap));
}

TEST_CASE("idle drives behind a bridge take the power of all, and of the bridge") {
  DriveConfig config = behind(4);
  config.bridge.watts = 3;
  CHECK(config.idle_watts() == Approx(4 * config.power.idle_watts + 3));
  Simulation simulation(config, host::Params{}, 1);
  simulation.rest(100_ms);
  simulation.roll_meters();
  CHECK(simulation.mean_rms_watts().value() == Approx(config.idle_watts()));
}
