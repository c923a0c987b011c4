#include "models/controller/checkpoint.hpp"

#include <numeric>

#include "models/controller/guard.hpp"
#include "models/controller/layout_of.hpp"
#include "models/drive/drive_test.hpp"
#include "models/drive/usage.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;
using channel::Kind;
using channel::Source;

namespace {

/// Of which 4-byte entries fill 3 pages of 4 KiB.
DriveConfig saving_drive(Time interval) {
  DriveConfig config = small_drive();
  config.startup.checkpoint = interval;
  REQUIRE(config.logical_pages() * 4 > 2 * 4096);
  REQUIRE(config.logical_pages() * 4 <= 3 * 4096);
  return config;
}

std::uint64_t count(const Usage& usage, Kind kind, Source source) {
  return usage.flash.operations[static_cast<std::size_t>(kind)][static_cast<std::size_t>(source)];
}

/// Writes at 10,000 IOPS for so long, then rests until nothing is under way.
void write_steadily(Simulation& simulation, int milliseconds) {
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=4\nnorandommap\nrate_iops=10000\nnumber_ios=" +
                      std::to_string(10 * milliseconds)));
}

}  // namespace

TEST_CASE("saves of the map program all of its pages once an interval, and erase their blocks in turn") {
  Simulation simulation(saving_drive(10_ms), host::Params{}, 1);
  write_steadily(simulation, 105);
  simulation.rest(150_ms - simulation.now());
  const controller::Checkpoint& map = *simulation.controller().checkpoint();
  // Begun at 10, 20 ... 100 ms, and once more for what was written after that.
  CHECK(map.counters().saves == 11);
  CHECK(map.map_pages() == 3);
  CHECK(map.blocks() == 2 * 3);
  const Usage usage = simulation.usage();
  CHECK(count(usage, Kind::program, Source::map) == 11 * 3);
  CHECK(count(usage, Kind::erase, Source::map) == 11 * 3);
  CHECK(map.mean_erases() == Approx(11 / 2.0));
  // Energy is the sum of its parts: the map's programs and erases are among them.
  const auto joules = [&](power::Use use) { return usage.joules[static_cast<std::size_t>(use)]; };
  const auto all = [&](Kind kind) {
    const auto& of = usage.flash.operations[static_cast<std::size_t>(kind)];
    return static_cast<double>(std::accumulate(of.begin(), of.end(), std::uint64_t{0}));
  };
  const power::Params power = simulation.controller().config().power;
  CHECK(joules(power::Use::program) == Approx(all(Kind::program) * power.program_joules).epsilon(1e-6));
  CHECK(joules(power::Use::erase) == Approx(all(Kind::erase) * power.erase_joules).epsilon(1e-6));
}

TEST_CASE("a drive to which nothing is written saves its map once") {
  Simulation simulation(saving_drive(10_ms), host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  simulation.rest(500_ms);
  CHECK(simulation.controller().checkpoint()->counters().saves == 1);
}

TEST_CASE("saves of the map take blocks of each plane that over-provisioning lacks") {
  const DriveConfig with = saving_drive(10_ms), without = saving_drive(Time());
  CHECK(controller::system_blocks(without) == 0);
  CHECK(controller::system_blocks(with) == 2);
  CHECK(controller::layout_of(without).user_pages() - controller::layout_of(with).user_pages() ==
        2 * 8 * 8 * 3 / 4);
  DriveConfig large = with;
  large.nand.blocks_per_plane = 2048;
  large.channel.dies = 4;
  large.capacity_bytes = 200'000 * 4096ull;
  // 196 pages over 4 dies of 8 pages a block: 7 blocks of each die for a set.
  CHECK(controller::map_pages_of(large) == 196);
  CHECK(controller::system_blocks(large) == 14);
}

TEST_CASE("the shorter the interval, the shorter the start and the more the saves cost") {
  struct Cost {
    std::uint64_t searched, programmed;
    Time down;
  };
  const auto cost = [](Time interval) {
    DriveConfig config = saving_drive(interval);
    config.faults = {"power@199ms"};
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    run(simulation, job("rw=randwrite\nbs=4k\niodepth=4\nnorandommap\nrate_iops=1000\nnumber_ios=190"));
    simulation.rest(198_ms - simulation.now());
    const std::uint64_t programmed = count(simulation.usage(), Kind::program, Source::map);
    simulation.rest(1_s);
    require_sound(simulation);
    const controller::PowerCounters& power = simulation.controller().guard()->power()->counters();
    REQUIRE(power.losses == 1);
    return Cost{power.pages_searched, programmed, power.last_down};
  };
  const Cost never = cost(Time()), seldom = cost(64_ms), often = cost(8_ms);
  CHECK(never.programmed == 0);
  // Begun at 64, 128 and 192 ms, a page each third of the interval: by 198 ms the last has one of its three.
  CHECK(seldom.programmed == 2 * 3 + 1);
  // At 8 ms and every 8 ms up to 192 ms: two pages of the last, whose third began to be programmed at 197.3
  // ms.
  CHECK(often.programmed == 23 * 3 + 2);
  CHECK(often.searched < seldom.searched);
  CHECK(seldom.searched < never.searched);
  CHECK(often.down < seldom.down);
  CHECK(seldom.down < never.down);
}

TEST_CASE("a save of which a die is lost is of no use, and the next one takes another block") {
  const auto searched = [](std::vector<std::string> faults) {
    DriveConfig config = saving_drive(10_ms);
    config.ftl.reserve = 0.1;
    provision(config, 0.4);
    config.faults = std::move(faults);
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    simulation.rest(1_s);
    write_steadily(simulation, 20);
    simulation.rest(100_ms);
    require_sound(simulation);
    CHECK(simulation.controller().checkpoint()->counters().saves >= 3);
    return simulation.controller().guard()->power()->counters().pages_searched;
  };
  CHECK(searched({"power@55ms"}) * 10 < searched({"die:0.0@54ms", "power@55ms"}));
}
