#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

namespace {

DriveConfig sata_drive(double bit_error_rate) {
  DriveConfig config = small_drive();
  config.link.interface = link::Interface::sata;
  config.link.errors.bit_error_rate = bit_error_rate;
  config.controller.slots = 32;
  config.controller.acknowledge = controller::Acknowledge::buffer;
  return config;
}

}  // namespace

TEST_CASE("commands whose data the link spoilt are sent again, and every byte is right in the end") {
  DriveConfig config = sata_drive(3e-7);
  config.media.data = media::Data::real;
  Simulation simulation(config, host::Params{}, 1);
  run(simulation,
      job("rw=randrw\nbssplit=512/10:4k/60:16k/30\niodepth=16\nio_size=24m\nnorandommap\nverify=crc32c"));
  const host::JobResult result = simulation.workers().results()[0];
  INFO(result.error_text);
  CHECK(result.error == 0);
  CHECK(simulation.driver().verifier()->sectors_wrong() == 0);
  CHECK(simulation.driver().sent_again() > 50);
  const controller::Counters& counts = simulation.controller().counters();
  CHECK(counts.aborted > 50);
  CHECK(counts.error_logs + counts.aborted >= simulation.driver().sent_again());
}

TEST_CASE("reads are sent again as often as their frames are lost, and each time takes its recovery") {
  const double rate = 1e-6, p = -std::expm1(-rate * 10 * (4096 + 16));
  const auto mean_latency = [](const DriveConfig& config, std::uint64_t& again) {
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    run(simulation, job("rw=randread\nbs=4k\niodepth=1\nio_size=40960000\nnorandommap"));
    again = simulation.driver().sent_again();
    return simulation.workers().results()[0].direction[0].lat.mean() / 1e3;
  };
  std::uint64_t none = 0, again = 0;
  const double clean = mean_latency(sata_drive(0), none), noisy = mean_latency(sata_drive(rate), again);
  const double expected = p / (1 - p) * 10'000;
  CHECK(none == 0);
  CHECK(static_cast<double>(again) == Approx(expected).margin(4 * std::sqrt(expected)));
  // Its own time and 100 us, less what the application does once.
  CHECK(noisy - clean == Approx(static_cast<double>(again) / 1e4 * (100 + clean)).epsilon(0.05));
}

TEST_CASE("a link that spoils all there is ends the job with an error") {
  Simulation simulation(sata_drive(1e-4), host::Params{}, 1);
  simulation.load(job("rw=write\nbs=64k\niodepth=4\nnumber_ios=100"));
  finish(simulation);
  CHECK(simulation.workers().results()[0].error == 5);
  CHECK(simulation.workers().results()[0].error_text.find("wrong CRC on the link") != std::string::npos);
}

TEST_CASE("a fault of the link happens when it is asked for, and PCIe heals it by a replay") {
  DriveConfig config = small_drive();
  config.faults = {"link:any@2ms", "link:any@100ops", "link:any@1e-2/op"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randread\nbs=4k\niodepth=4\nio_size=40960000\nnorandommap"));
  const link::ErrorCounters& errors = simulation.controller().link().errors();
  CHECK(static_cast<double>(errors.bad_frames) == Approx(102).margin(3 * std::sqrt(102.0)));
  CHECK(errors.bad_frames == simulation.controller().guard()->counters().faults);
  CHECK(errors.replayed_bytes >= errors.bad_frames * 24);
  CHECK(simulation.driver().sent_again() == 0);
  CHECK(simulation.workers().results()[0].error == 0);
}

TEST_CASE("a fault of a SATA link has the commands of the queue sent again") {
  DriveConfig config = sata_drive(0);
  config.faults = {"link:any@2ms"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randrw\nbs=4k\niodepth=4\nnumber_ios=1000\nnorandommap"));
  CHECK(simulation.controller().counters().error_logs == 1);
  CHECK(simulation.driver().sent_again() == 1 + simulation.controller().counters().aborted);
  CHECK(simulation.driver().sent_again() > 1);
  CHECK(simulation.driver().sent_again() <= 4);
  CHECK(simulation.controller().link().errors().lost_frames == 1);
  CHECK(simulation.workers().results()[0].error == 0);
}

TEST_CASE("a faulty link without faults changes no event of a run") {
  const auto hash = [](bool faulty, bool sata) {
    DriveConfig config = sata ? sata_drive(0) : small_drive();
    if (faulty) config.faults = {"link:any@1h"};
    Simulation simulation(config, host::Params{}, 1);
    run(simulation, job("rw=randrw\nbssplit=512/20:4k/40:64k/40\niodepth=8\nio_size=8m\nnorandommap"));
    return simulation.event_hash();
  };
  for (const bool sata : {false, true}) CHECK(hash(false, sata) == hash(true, sata));
}
