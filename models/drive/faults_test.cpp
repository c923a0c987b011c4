#include <catch2/catch.hpp>
#include <cmath>

#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"
#include "models/drive/vitals.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;
using channel::Source;

namespace {

std::uint64_t operations(Simulation& simulation, channel::Kind kind, Source source) {
  return simulation.usage()
      .flash.operations[static_cast<std::size_t>(kind)][static_cast<std::size_t>(source)];
}

/// The rate of random reads at a queue that is never short.
double read_rate(const DriveConfig& config) {
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randread\nbs=4k\niodepth=48\nnumjobs=4\nnumber_ios=5000\nnorandommap"));
  return static_cast<double>(ios(simulation, 0)) / simulation.now().seconds();
}

}  // namespace

TEST_CASE("carrying bytes changes no event of a run") {
  const bool posted = GENERATE(false, true);
  DriveConfig config = small_drive(0.15);
  if (posted) {
    config.controller.acknowledge = controller::Acknowledge::buffer;
    config.ftl.unit_bytes = 1024;
    config.nand.planes = config.ftl.planes = 2;
    config.nand.blocks_per_plane = 32;
    config.channel.multi_plane = config.ftl.gc.pair_planes = true;
    provision(config, 0.15);
  }
  const auto hash = [&](media::Data data) {
    config.media.data = data;
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1,rand:4KiB:1")));
    run(simulation,
        jobs("[global]\nbssplit=512/20:1536/20:4k/40:64k/20\niodepth=16\nnorandommap\n[a]\nrw=randrw\n"
             "io_size=24m\n[b]\nrw=randtrim\nnumber_ios=200\n"));
    simulation.settle(10_s);
    return simulation.event_hash();
  };
  CHECK(hash(media::Data::none) == hash(media::Data::real));
}

TEST_CASE("the rebuild of a die reads and programs exactly the pages that it held") {
  DriveConfig config = small_drive();
  config.ftl.reserve = 0.25;
  provision(config, 0.25);
  config.faults = {"die:0.0@1ms"};
  Simulation simulation(config, host::Params{}, 1);
  // Twenty superblocks of 8 rows over 4 dies; every other one has a block on the die.
  const std::uint64_t user_units = 24;
  REQUIRE(simulation.write_untimed({Pass::Kind::sequential, 4096, 20 * user_units, 0}));
  simulation.rest(1_s);
  const controller::Guard& guard = *simulation.controller().guard();
  CHECK_FALSE(guard.rebuilding());
  CHECK(guard.counters().rebuilt_blocks == 10);
  CHECK(guard.counters().rebuilt_pages == 80);
  CHECK(operations(simulation, channel::Kind::program, Source::rain) == 80);
  CHECK(operations(simulation, channel::Kind::read, Source::rain) == 3 * 80);
  CHECK(guard.counters().lost_pages == 0);
}

TEST_CASE("reads of a drive without one die are as fast as its busiest channel says") {
  // Of 8 dies on 4 channels one is lost, and there is no spare block: an eighth of the reads become one on
  // each of the 3 other channels, which then carry 3/8 of the host's reads instead of 1/4.
  DriveConfig config = small_drive();
  const double whole = read_rate(config);
  config.faults = {"die:0.0@0s"};
  const double degraded = read_rate(config);
  CHECK(degraded / whole == Approx(2.0 / 3).epsilon(0.05));
}

TEST_CASE("faults happen at their time, at their count of commands, and at their rate") {
  DriveConfig config = small_drive();
  config.ftl.reserve = 0.25;
  provision(config, 0.5);
  config.faults = {"page:any@2ms", "block:any@300ops", "codeword:any@1e-2/op"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randread\nbs=4k\niodepth=4\nio_size=80m\nnorandommap\ncontinue_on_error=all"));
  const controller::Guard& guard = *simulation.controller().guard();
  CHECK(static_cast<double>(guard.counters().faults) == Approx(2 + 200).margin(3 * std::sqrt(200.0)));
  CHECK(guard.counters().reconstructed > 0);
}

TEST_CASE("a drive whose spare blocks run out takes no more writes, and goes on reading") {
  DriveConfig config = small_drive();
  config.ftl.reserve = 0.1;
  provision(config, 0.15);  // so that there is little to take from
  config.faults = {"channel:1@1ms"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randrw\nbs=4k\niodepth=16\nnumber_ios=2000\nnorandommap\ncontinue_on_error=all"));
  CHECK(simulation.controller().guard()->write_protected());
  CHECK(*simulation.workers().results()[0].total_errors > 100);
  CHECK(simulation.workers().results()[0].first_error == 5);
  run(simulation, job("rw=randread\nbs=4k\niodepth=16\nnumber_ios=2000\nnorandommap"));
  CHECK(simulation.workers().results()[0].error == 0);
}

TEST_CASE("jobs check what they read, through functional writes between them and a lost die") {
  DriveConfig config = small_drive();
  config.ftl.reserve = 0.25;
  config.media.data = media::Data::real;
  config.faults = {"die:2.1@4ms"};
  provision(config, 0.3);
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  const std::string load = "bs=4k\niodepth=8\nnumber_ios=1500\nnorandommap\nverify=crc32c";
  const auto check = [&](const std::string& options) {
    run(simulation, job(options));
    const host::JobResult result = simulation.workers().results()[0];
    INFO(options << ": " << result.error_text);
    CHECK(result.error == 0);
  };
  for (int round = 0; round < 3; ++round) {
    check("rw=randrw\n" + load);
    check("rw=randread\n" + load);
    check(
        "rw=randwrite\nbssplit=512/50:1536/50\nnumber_ios=300\nnorandommap\nverify=pattern\n"
        "verify_pattern=0xdeadbeef");
    simulation.settle(10_s);
    REQUIRE(simulation.write_untimed({Pass::Kind::random, 4096, 100, 0}));
  }
  CHECK(simulation.driver().verifier()->sectors_checked() > 3 * 1500 * 6);
  CHECK(simulation.driver().verifier()->sectors_wrong() == 0);
  CHECK(simulation.controller().guard()->counters().rebuilt_pages > 0);
}

TEST_CASE("a job that reads wrong bytes, or can't read, ends with an error") {
  DriveConfig config = small_drive();
  config.media.data = media::Data::real;
  Simulation simulation(config, host::Params{}, 1);
  simulation.controller().guard()->mutate(controller::Mutation::copy_forgotten);
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=8\nio_size=64m\nnorandommap\nverify=crc32c"));
  const host::JobResult result = simulation.workers().results()[0];
  CHECK(result.error == 84);
  CHECK(result.error_text.find("verify: wrong bytes in sector") == 0);

  DriveConfig two_dies = small_drive();
  two_dies.faults = {"die:0.0@0s", "die:1.0@0s"};
  Simulation lossy(two_dies, host::Params{}, 1);
  REQUIRE(lossy.precondition(parse_recipe("seq:4KiB:1")));
  run(lossy, job("rw=read\nbs=4k\niodepth=8"));
  CHECK(lossy.workers().results()[0].error == 5);
}

namespace {

/// Random reads of a drive of which every page of one die is bad, and nothing makes that good.
struct Broken {
  explicit Broken(DriveConfig config, std::uint64_t depth) : simulation(prepared(config), host::Params{}, 1) {
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    run(simulation, job("rw=randread\nbs=4k\nnumber_ios=2000\nnorandommap\ncontinue_on_error=all\niodepth=" +
                        std::to_string(depth)));
  }
  static DriveConfig prepared(DriveConfig config) {
    config.ftl.parity = 0;
    provision(config, 0.25);
    for (int block = 0; block < 4; ++block)
      config.faults.push_back("block:1.0.0." + std::to_string(block) + "@0s");
    return config;
  }
  std::uint64_t errors() { return *simulation.workers().results()[0].total_errors; }
  const controller::Counters& counts() const { return simulation.controller().counters(); }
  Simulation simulation;
};

}  // namespace

TEST_CASE("an error ends all that a SATA drive has queued, and the host sends the others again") {
  DriveConfig config = small_drive();
  config.link.interface = link::Interface::sata;
  config.controller.slots = 32;
  config.link.errors.recovery_time = 5_ms;
  const std::uint64_t depth = GENERATE(1, 8, 32);
  Broken drive(config, depth);
  REQUIRE(drive.errors() > 8);
  CHECK(ios(drive.simulation, 0) + drive.errors() == 2000);
  CHECK(drive.counts().error_logs == drive.errors());
  CHECK(drive.simulation.driver().sent_again() == drive.counts().aborted);
  // All that was outstanding but what had been sent to the host already.
  CHECK(drive.counts().aborted <= (depth - 1) * drive.errors());
  CHECK(drive.counts().aborted >= (depth - 1) * drive.errors() / 2);
  CHECK(drive.simulation.now() > drive.errors() * 5_ms);
}

TEST_CASE("an error of a command slot of a PCI Express card, or of a SAS drive, is that command's alone") {
  DriveConfig config = small_drive();
  if (GENERATE(false, true)) config.link.interface = link::Interface::sas;
  Broken drive(config, 32);
  CHECK(drive.errors() > 8);
  CHECK(drive.counts().aborted == 0);
  CHECK(drive.simulation.driver().sent_again() == 0);
}

TEST_CASE("a fault of each command happens at each command, and of every other at half of them") {
  for (const double rate : {1.0, 0.5}) {
    DriveConfig config = small_drive();
    config.faults = {"program:0.0@" + std::to_string(rate) + "/op"};
    Simulation simulation(config, host::Params{}, 1);
    run(simulation, job("rw=randread\nbs=4k\nio_size=16000k\nnorandommap"));
    const auto faults = static_cast<double>(simulation.controller().guard()->counters().faults);
    CHECK(faults == Approx(4000 * rate).margin(4 * std::sqrt(4000 * rate * (1 - rate))));
  }
}

namespace {

/// As wide as a P400m of 100 GB: stripes of 15 + 1 on 20 dies, few spare blocks and much over-provisioning.
DriveConfig wide_stripes() {
  DriveConfig config = small_drive();
  config.channel.channels = 8;
  config.channel.dies = 20;
  config.nand.blocks_per_plane = 128;
  config.ftl.frontier = 3;
  config.ftl.parity = 15;
  config.ftl.reserve = 0.03;
  config.nand.pages_per_block = 16;
  provision(config, 0.59);
  return config;
}

}  // namespace

TEST_CASE("a lost die of wide stripes takes of the over-provisioning, and the drive writes on") {
  DriveConfig config = wide_stripes();
  const bool real = GENERATE(false, true);
  if (real) config.media.data = media::Data::real;
  config.faults = {"die:3.1@1ms"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1,rand:4KiB:1")));
  const std::string verify = real ? "\nverify=crc32c" : "";
  run(simulation, job("rw=randrw\nbs=4k\niodepth=16\nio_size=80m\nnorandommap" + verify));
  simulation.rest(5_s);
  const controller::Guard& guard = *simulation.controller().guard();
  CHECK_FALSE(guard.rebuilding());
  CHECK_FALSE(guard.write_protected());
  CHECK(guard.counters().lost_pages == 0);
  CHECK(guard.counters().mismatches == 0);
  CHECK(guard.counters().rebuilt_blocks > 100);
  CHECK(guard.counters().given_up > 0);
  CHECK(guard.counters().shared_blocks > 0);
  // Each block of a superblock that was given up is a spare one more.
  const std::uint64_t blocks = 20 * 128;
  CHECK(guard.spares().made() <= 20 * 3 + guard.counters().given_up * 20);
  CHECK(guard.spares().made() - guard.spares().left() >= 100);
  CHECK(guard.spares().made() < blocks / 4);
  // Most of what may stand in is over-provisioning, 0.59 of the data: each block of the die has taken one.
  const health::Vitals vitals = vitals_of(simulation);
  CHECK(vitals.stand_ins - vitals.stand_ins_left == Approx(128 + 3).margin(8));
  CHECK(vitals.spare_percent() > 75);
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=16\nio_size=160m\nnorandommap" + verify));
  CHECK(simulation.workers().results()[0].error == 0);
  require_sound(simulation);
}

TEST_CASE("an idle drive collects what it needs to make a lost die good") {
  DriveConfig config = wide_stripes();
  config.faults = {"die:3.1@100ms"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1,rand:4KiB:3")));
  simulation.rest(10_s);
  const controller::Guard& guard = *simulation.controller().guard();
  CHECK_FALSE(guard.rebuilding());
  CHECK_FALSE(guard.write_protected());
  CHECK(guard.counters().given_up > 0);
}

TEST_CASE("a superblock that was given up stays so when the power goes") {
  DriveConfig config = wide_stripes();
  config.media.data = media::Data::real;
  config.faults = {"die:3.1@1ms", "power@200ms", "power@1500ms"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1,rand:4KiB:1")));
  run(simulation, job("rw=randrw\nbs=4k\niodepth=8\nnumber_ios=6000\nnorandommap\nverify=crc32c\n"
                      "continue_on_error=all"));
  simulation.rest(5_s);
  run(simulation, job("rw=randread\nbs=4k\niodepth=8\nnumber_ios=3000\nnorandommap"));
  CHECK(simulation.workers().results()[0].error == 0);
  CHECK(simulation.driver().verifier()->sectors_wrong() == 0);
  CHECK(simulation.controller().guard()->counters().given_up > 0);
  CHECK(simulation.controller().guard()->counters().mismatches == 0);
}
