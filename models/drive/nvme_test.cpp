#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;

namespace {

const char* const mixed =
    "[global]\nnorandommap\nio_size=2M\n[a]\nrw=randrw\nbs=4k\niodepth=32\nnumjobs=3\n[b]\nrw=randwrite\nbs="
    "6k\n"
    "iodepth=4\nfsync=16\n[c]\nrw=randtrim\nbs=8k\nio_size=200k\n[d]\nrw=randread\nbssplit=512/50:128k/50\n";

DriveConfig nvme_drive() {
  DriveConfig config = small_drive();
  config.controller.front_end = controller::FrontEnd::nvme;
  config.controller.slots = 24;
  config.controller.nvme.queues = 5;
  config.controller.nvme.depth = 16;
  config.controller.nvme.arbitration = controller::Arbitration::weighted;
  config.controller.nvme.priorities = {1, 2, 3, 0};
  return config;
}

std::uint64_t hash_of(const DriveConfig& config, std::uint64_t seed,
                      Calendar::Kind kind = Calendar::Kind::wheel) {
  Simulation simulation(config, host::Params{}, seed, kind);
  REQUIRE(simulation.precondition(parse_recipe("rand:4KiB:1.5")));
  run(simulation, jobs(mixed));
  return simulation.event_hash();
}

}  // namespace

TEST_CASE("a mixed load over NVMe breaks no law, and the same seed gives the same run") {
  const std::uint64_t hash = hash_of(nvme_drive(), 1);
  CHECK(hash == hash_of(nvme_drive(), 1));
  CHECK(hash == hash_of(nvme_drive(), 1, Calendar::Kind::heap));
  CHECK(hash != hash_of(nvme_drive(), 2));
}

TEST_CASE("commands fetched, lists and data of writes are all that NVMe reads of host memory") {
  DriveConfig config = nvme_drive();
  Simulation simulation(config, host::Params{}, 1);
  run(simulation, jobs("[global]\nio_size=2M\n[a]\nrw=write\nbs=64k\niodepth=8\n[b]\nrw=randread\nbs=4k\n"));
  const controller::SubmissionQueues& nvme = *simulation.controller().nvme();
  const Usage usage = simulation.usage();
  CHECK(nvme.list_bytes() == 32 * 15 * 8);
  CHECK(usage.fetched_bytes == 64 * usage.commands + nvme.list_bytes() + usage.controller.write_bytes);
}

TEST_CASE("a lossy link replays what NVMe sends over it, and nothing is lost") {
  DriveConfig config = nvme_drive();
  config.link.errors.bit_error_rate = 1e-6;
  config.media.data = media::Data::real;
  Simulation simulation(config, host::Params{}, 1);
  run(simulation,
      job("rw=randrw\nbssplit=512/10:4k/60:16k/30\niodepth=16\nnumjobs=3\nio_size=4m\nnorandommap\n"
          "verify=crc32c"));
  for (const host::JobResult& result : simulation.workers().results()) CHECK(result.error == 0);
  CHECK(simulation.driver().verifier()->sectors_wrong() == 0);
  CHECK(simulation.controller().link().errors().bad_frames > 50);
}

TEST_CASE(
    "when the power goes, commands of every queue end with an error, and the drive serves on after it") {
  DriveConfig config = nvme_drive();
  config.faults = {"power@2ms", "power@300ops"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  simulation.load(
      job("rw=randrw\nbs=4k\niodepth=16\nnumjobs=5\nnumber_ios=800\nnorandommap\n"
          "continue_on_error=all"));
  finish(simulation);
  require_sound(simulation);
  CHECK(simulation.controller().guard()->power()->counters().losses == 2);
  CHECK(simulation.controller().guard()->power()->counters().failed_commands > 10);
  CHECK(simulation.workers().issued() == 5 * 800);
}
