#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

namespace {

/// A drive of one body that warms within milliseconds: 1 W at rest, 1.5 W at most, 100 K for each watt.
DriveConfig warm_drive(double ambient) {
  DriveConfig config = small_drive();
  config.power.governor = true;
  config.power.idle_watts = 1;
  config.power.cap_watts = 1.5;
  config.power.window = 1_ms;
  config.thermal.throttles = true;
  config.thermal.ambient = ambient;
  config.thermal.nand_joules = config.thermal.controller_joules = 1e-4;
  config.thermal.nand_to_air_watts = config.thermal.controller_to_air_watts = 0.005;
  config.thermal.between_watts = 100;
  config.thermal.throttle = 80;
  config.thermal.shutdown = 180;
  config.thermal.throttle_watts = 1.5;
  return config;
}

const std::string writes = "rw=randwrite\nbs=4k\niodepth=32\nnorandommap\ntime_based\nruntime=200ms";

}  // namespace

TEST_CASE("a drive in a cool room does the same whether it reacts to its temperature or not") {
  const auto hash = [](bool throttles) {
    DriveConfig config = warm_drive(-90);
    config.thermal.throttles = throttles;
    Simulation simulation(config, host::Params{}, 1);
    run(simulation, job(writes));
    CHECK(simulation.controller().thermal().highest() < 80);
    return simulation.event_hash();
  };
  CHECK(hash(true) == hash(false));
}

TEST_CASE("a drive that is too warm writes at the power at which it comes to rest") {
  // T = Ta + 100 P and P = 1 + 0.5 (180 - T) / 100: P = (1.9 - Ta / 200) / 1.5.
  const bool has_governor = GENERATE(true, false);
  for (const double ambient : {0.0, 20.0}) {
    DriveConfig config = warm_drive(ambient);
    config.power.governor = has_governor;
    Simulation simulation(config, host::Params{}, 1);
    run(simulation, job(writes));
    const double watts = (1.9 - ambient / 200) / 1.5;
    const Usage all = simulation.usage();
    CHECK(1 + all.active_joules() / all.seconds() == Approx(watts).epsilon(0.02));
    CHECK(simulation.controller().thermal().temperature() == Approx(ambient + 100 * watts).epsilon(0.03));
    CHECK(simulation.controller().thermal().throttled() > 150_ms);
  }
}

TEST_CASE("a drive that gets too hot fails all that follows, and loses nothing that is under way") {
  DriveConfig config = warm_drive(90);
  config.thermal.start = thermal::Start::cold;
  Simulation simulation(config, host::Params{}, 1);
  run(simulation, job(writes));
  const host::JobResult result = simulation.workers().results()[0];
  CHECK(result.error == 5);
  CHECK(result.error_text.find("the drive is too hot") != std::string::npos);
  CHECK(result.direction[1].ios > 0);
  CHECK(simulation.controller().thermal().shut_down());
  run(simulation, job("rw=randread\nbs=4k\nnumber_ios=10\nnorandommap\ncontinue_on_error=all"));
  CHECK(simulation.workers().results()[0].total_errors == 10u);
}
