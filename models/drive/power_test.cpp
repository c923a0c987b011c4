#include <catch2/catch.hpp>

#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"
#include "models/drive/survival_test.hpp"
#include "models/drive/vitals.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;
using controller::Mutation;
using faults::Kind;

namespace {

void require_sound(const Survival& s, std::uint64_t variant) {
  INFO("variant " << variant << ": " << s.operations << " operations, " << s.wrong_sectors
                  << " wrong sectors, " << s.read_errors << " read and " << s.write_errors
                  << " write errors; " << s.power.losses << " losses of power, " << s.power.failed_commands
                  << " commands failed, " << s.power.lost_units << " units lost, " << s.power.held_units
                  << " held; " << s.faults << " faults on " << s.drives << " drives; " << s.guard.mismatches
                  << " mismatches; " << s.first_trouble);
  CHECK(s.sound());
  CHECK(s.guard.mismatches == 0);
  CHECK(s.guard.lost_pages == 0);
  CHECK(s.power.losses > 0);
  CHECK(s.power.failed_commands > 0);
}

controller::DriveConfig posted(Time hold_up) {
  controller::DriveConfig c = power_survivor(1);
  c.startup.hold_up = hold_up;
  return c;
}

}  // namespace

TEST_CASE("no acknowledged write is lost whenever the power goes, and what was not is old or new") {
  for (std::uint64_t variant = 0; variant < 6; ++variant)
    require_sound(SurvivalRun(power_survivor(variant), variant, {Kind::power}).run(8'000), variant);
  controller::DriveConfig config = power_survivor(0);
  controller::provision(config, 2.0);
  require_sound(SurvivalRun(config, 1, {Kind::power}).run(40'000), 0);
}

TEST_CASE("no acknowledged write is lost under every fault that RAIN survives and losses of power") {
  for (std::uint64_t variant = 0; variant < 6; ++variant)
    require_sound(
        SurvivalRun(power_survivor(variant), 10 + variant, with_power(survivable_faults())).run(8'000),
        variant);
}

TEST_CASE("losses of power, one soon after the other, leave room for the next start") {
  // A soak found this drive without a free superblock after its fifteenth loss.
  const SurvivalRun::FaultKinds kinds = with_power(survivable_faults());
  const Survival s = SurvivalRun(power_survivor(4), 31'004, kinds).run(20'000);
  require_sound(s, 4);
  CHECK(s.power.losses > 20);
}

TEST_CASE("what was acknowledged before the last spare block was gone outlasts losses of power") {
  std::uint64_t drives = 0;
  for (std::uint64_t variant = 0; variant < 6; ++variant) {
    controller::DriveConfig config = power_survivor(variant);
    config.media.write_protect = 0;  // it writes until there is no block left
    config.faults.emplace_back("program:any@0.01/op");
    const Survival s = SurvivalRun(config, 20 + variant, {Kind::program, Kind::power}).run(16'000);
    require_sound(s, variant);
    drives += s.drives;
  }
  CHECK(drives > 6);  // so most have come to their end
}

TEST_CASE("a million operations under faults and losses of power lose nothing (heavy)") {
  std::uint64_t operations = 0, losses = 0;
  for (std::uint64_t variant = 0; variant < 6; ++variant) {
    const Survival s =
        SurvivalRun(power_survivor(variant), 200 + variant, with_power(survivable_faults())).run(170'000);
    require_sound(s, variant);
    operations += s.operations;
    losses += s.power.losses;
  }
  CHECK(operations > 1'000'000);
  CHECK(losses > 300);
}

TEST_CASE("a step left out of keeping data through a loss of power is noticed") {
  const Mutation mutation = GENERATE(Mutation::erase_early, Mutation::erase_unordered,
                                     Mutation::stale_recovery, Mutation::hold_up_stops);
  INFO("mutation " << static_cast<int>(mutation));
  const std::uint64_t variant = mutation == Mutation::hold_up_stops ? 1 : 0;
  controller::DriveConfig config = power_survivor(variant);
  // With much spare, superblocks are erased as soon as the last of them is written anew.
  if (mutation == Mutation::erase_unordered) controller::provision(config, 2.0);
  const Survival s = SurvivalRun(config, 1, {Kind::power}, mutation).run(150'000);
  CHECK_FALSE(s.sound());
  CHECK(s.wrong_sectors > 0);
  CHECK(s.power.lost_units > 0);
}

TEST_CASE("posted writes without a hold-up, or with one that is too short, are lost, and counted") {
  for (const Time hold_up : {Time(), 300_us}) {
    const Survival s = SurvivalRun(posted(hold_up), 3, {Kind::power}).run(20'000);
    CHECK(s.power.lost_units > 0);
    CHECK_FALSE(s.sound());
  }
  CHECK(SurvivalRun(posted(50_ms), 3, {Kind::power}).run(20'000).power.lost_units == 0);
}

TEST_CASE("a program cut off breaks the page that shares its cells, unless the hold-up lets it end") {
  controller::DriveConfig config = power_survivor(4);
  REQUIRE(config.nand.cells == nand::Cells::mlc);
  REQUIRE(config.controller.acknowledge == controller::Acknowledge::program);
  const Survival held = SurvivalRun(config, 5, {Kind::power}).run(10'000);
  CHECK(held.power.lost_units == 0);
  CHECK(held.power.broken_pages == 0);
  config.startup.hold_up = Time();
  const Survival cut = SurvivalRun(config, 5, {Kind::power}).run(10'000);
  CHECK(cut.power.broken_pages > 0);
  CHECK(cut.power.lost_units > 0);
}

TEST_CASE("a start takes as long as reading the metadata of every page does") {
  DriveConfig config = small_drive();
  config.faults = {"power@1ms"};
  const bool cache = GENERATE(true, false);
  config.channel.cache = cache;
  Simulation simulation(config, host::Params{}, 1);
  // 64 whole superblocks of 8 rows over 4 dies: 32 whole blocks on each die, and 32 of which one page shows
  // that they are erased.
  REQUIRE(simulation.write_untimed({Pass::Kind::sequential, 4096, 64 * 24, 0}));
  simulation.rest(5_s);
  const controller::PowerLoss& power = *simulation.controller().guard()->power();
  REQUIRE(power.counters().losses == 1);
  const std::int64_t reads = 32 * 8 + 32;
  // A page's metadata are with its first codeword: 512 + 28 bytes at 6 ns, and 480 ns of command.
  const Time transfer = 480_ns + 540 * 6_ns, array = 25_us;
  const Time die = cache ? reads * array : reads * (array + transfer);
  CHECK(die > 2 * reads * transfer);
  CHECK(power.counters().pages_searched == 8 * static_cast<std::uint64_t>(reads));
  CHECK(power.counters().last_down.seconds() == Approx(die.seconds()).epsilon(0.01));
  // Progress is in the log: the loss, nine tenths, the end.
  CHECK(simulation.controller().guard()->log().entries().size() == 11);
  CHECK(simulation.controller().ftl().consistent());
  CHECK(simulation.controller().ftl().mapped() == 64 * 24);
}

TEST_CASE("with a checkpoint only what has changed since is searched") {
  DriveConfig config = small_drive();
  config.faults = {"power@20ms"};
  const auto down = [&](Time checkpoint) {
    config.startup.checkpoint = checkpoint;
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    run(simulation, job("rw=randwrite\nbs=4k\niodepth=4\nnumber_ios=300\nnorandommap"));
    simulation.rest(1_s);
    CHECK(simulation.controller().ftl().consistent());
    return simulation.controller().guard()->power()->counters().last_down;
  };
  const Time all = down(Time()), some = down(1_ms);
  CHECK(some < all / 2);
  CHECK(some > Time());
}

TEST_CASE("the hold-up spends the energy and the time of the pages that it saves, and of the idle drive") {
  DriveConfig config = small_drive();
  config.controller.acknowledge = controller::Acknowledge::buffer;
  config.nand.page_bytes = 8192;
  config.ftl.unit_bytes = 4096;
  config.startup.hold_up = 50_ms;
  config.power.idle_watts = 3;
  config.faults = {"power@10ms"};
  provision(config, 0.5);
  Simulation simulation(config, host::Params{}, 1);
  // One unit of a page of two waits for another.
  run(simulation, job("rw=write\nbs=4k\nnumber_ios=1"));
  simulation.rest(9_ms - simulation.now());
  const Usage before = simulation.usage();
  REQUIRE(before.joules[static_cast<std::size_t>(power::Use::program)] == 0);
  simulation.rest(1'001_us);
  const Usage spent = simulation.usage() - before;
  const controller::PowerCounters& power = simulation.controller().guard()->power()->counters();
  REQUIRE(power.held_units == 1);
  const controller::DriveConfig& c = simulation.controller().config();
  const double bytes = c.channel_bytes(c.nand.page_bytes / c.nand.codeword_bytes);
  const double moved = bytes * c.power.byte_joules;
  const double seconds = c.channel.program_overhead.seconds() +
                         bytes * static_cast<double>(c.channel.ps_per_byte()) * 1e-12 +
                         c.nand.program_time.seconds();
  CHECK(power.longest_hold_up.seconds() == Approx(seconds).epsilon(1e-6));
  CHECK(static_cast<double>(power.hold_up_picojoules) * 1e-12 ==
        Approx(c.power.program_joules + moved + 3 * seconds).epsilon(1e-6));
  CHECK(spent.joules[static_cast<std::size_t>(power::Use::program)] ==
        Approx(c.power.program_joules).epsilon(1e-6));
}

TEST_CASE("trims are undone by a loss of power where no hold-up saves them, as the schema says") {
  for (const Time hold_up : {Time(), 50_ms}) {
    DriveConfig config = small_drive();
    config.faults = {"power@100ms"};
    config.startup.hold_up = hold_up;
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    const std::uint64_t before = simulation.controller().ftl().mapped();
    run(simulation, job("rw=trim\nbs=4k\niodepth=4\nsize=400k"));
    REQUIRE(simulation.now() < 100_ms);
    simulation.rest(1_s);
    const bool undone = hold_up == Time();
    CHECK(simulation.controller().guard()->power()->counters().undone_trims == (undone ? 100 : 0));
    CHECK(simulation.controller().ftl().mapped() == (undone ? before : before - 100));
  }
}

TEST_CASE("the map after a loss of power is the map before it, for all that was programmed") {
  const bool is_posted = GENERATE(false, true);
  DriveConfig config = small_drive();
  config.faults = {"power@1s"};
  if (is_posted) {
    config.controller.acknowledge = controller::Acknowledge::buffer;
    config.startup.hold_up = 20_ms;
  }
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1,rand:4KiB:1")));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=8\nnumber_ios=3000\nnorandommap"));
  simulation.settle(100_ms);
  const ftl::Ftl& map = simulation.controller().ftl();
  REQUIRE(simulation.now() < 1_s);
  std::vector<ftl::Ppn> before;
  for (ftl::Lpn lpn = 0; lpn < map.logical_pages(); ++lpn) before.push_back(map.lookup(lpn));
  simulation.rest(1_s + 500_us - simulation.now());
  std::uint64_t moved = 0;
  for (ftl::Lpn lpn = 0; lpn < map.logical_pages(); ++lpn) moved += map.lookup(lpn) != before[lpn];
  // But for copies that GC had not finished with: the originals are as good.
  CHECK(moved <= config.ftl.gc.in_flight + 24);
  CHECK(map.mapped() == map.logical_pages());
  CHECK(map.consistent());
}

TEST_CASE("jobs meet a loss of power as errors, and find their data afterwards") {
  DriveConfig config = small_drive();
  config.media.data = media::Data::real;
  config.faults = {"power@2ms", "power@1e-3/op"};
  Simulation simulation(config, host::Params{}, 1);
  run(simulation,
      job("rw=randrw\nbs=4k\niodepth=16\nnumber_ios=4000\nnorandommap\nverify=crc32c\ncontinue_on_error=io"));
  const controller::PowerCounters& power = simulation.controller().guard()->power()->counters();
  const host::JobResult result = simulation.workers().results()[0];
  CHECK(power.losses > 2);
  CHECK(power.failed_commands > 0);
  CHECK(*result.total_errors == power.failed_commands);
  CHECK(result.error == 0);
  CHECK(power.lost_units == 0);
  CHECK(simulation.driver().verifier()->sectors_wrong() == 0);
  CHECK(simulation.driver().verifier()->sectors_checked() > 5'000);
  CHECK(simulation.broken_laws().empty());
  CHECK(vitals_of(simulation).power_losses == power.losses);
  CHECK(vitals_of(simulation).power_cycles == power.losses + 1);
}

TEST_CASE("a run with losses of power is the same run every time, by either calendar") {
  const auto hash = [](Calendar::Kind kind) {
    DriveConfig config = small_drive(0.15);
    config.faults = {"power@3ms", "power@1e-3/op"};
    Simulation simulation(config, host::Params{}, 1, kind);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    run(simulation, job("rw=randrw\nbs=4k\niodepth=16\nnumber_ios=3000\nnorandommap\ncontinue_on_error=all"));
    return simulation.event_hash();
  };
  const std::uint64_t first = hash(Calendar::Kind::wheel);
  CHECK(first == hash(Calendar::Kind::wheel));
  CHECK(first == hash(Calendar::Kind::heap));
}

namespace {

/// A start after a loss of power, of a drive that has been written in order and does nothing else.
struct Start {
  explicit Start(DriveConfig config, Time until = 2_s) : simulation(with_cut(config), host::Params{}, 1) {
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    simulation.rest(until);
    simulation.roll_meters();
  }
  static DriveConfig with_cut(DriveConfig config) {
    config.faults = {"power@10ms"};
    return config;
  }
  const controller::PowerCounters& counters() { return simulation.controller().guard()->power()->counters(); }
  double joules(power::Use use) { return simulation.usage().joules[static_cast<std::size_t>(use)]; }
  Simulation simulation;
};

}  // namespace

TEST_CASE("the search of a start spends the energy of its reads, evenly, and no more power than there is") {
  DriveConfig config = small_drive();
  config.power.window = 100_us;
  config.power.idle_watts = 1;
  Start free(config);
  const auto pages = static_cast<double>(free.counters().pages_searched);
  double others = 0;  // what is collected first when the drive has started
  const Usage usage = free.simulation.usage();
  for (const std::uint64_t reads : usage.flash.operations[0]) others += static_cast<double>(reads);
  CHECK(free.joules(power::Use::read) == Approx((pages + others) * config.power.read_joules).epsilon(1e-6));
  const double spent = pages * (config.power.read_joules + 540 * config.power.byte_joules);
  const double watts = spent / free.counters().last_down.seconds();
  CHECK(Start(config, 15_ms).simulation.rms_watts() == Approx(1 + watts).epsilon(0.02));
  config.power.governor = true;
  config.power.cap_watts = 1 + watts / 4;
  Start held(config);
  CHECK(held.counters().last_down.seconds() == Approx(4 * free.counters().last_down.seconds()).epsilon(0.02));
}

TEST_CASE("the search of a start meets the errors of what it reads: further reads, the stripe, its time") {
  DriveConfig config = small_drive();
  const double rber = 1.6e-3, codewords = 1;
  config.reliability.errors = reliability::Errors::drawn;
  config.reliability.ecc_bits = 8;
  config.reliability.fresh_rber = config.reliability.rated_rber = rber / 2.25;
  config.reliability.age.years = 1;
  config.reliability.retention.growth = 1.25;
  config.reliability.disturb = 0;
  config.reliability.retry.gain = 1.5;
  config.reliability.retry.steps = 1;
  Start worn(config);
  config.reliability.fresh_rber = config.reliability.rated_rber = 1e-7;
  Start sound(config);
  const reliability::Codeword code{4096, 8};
  const double n = static_cast<double>(worn.counters().pages_searched) * codewords;
  const double first = reliability::codeword_failure(code, rber);
  const double again = reliability::codeword_failure(code, rber / 1.5);
  REQUIRE(n * again > 20);
  const auto about = [&](double p) { return Approx(n * p).margin(4 * std::sqrt(n * p) + 0.03 * n * p); };
  CHECK(static_cast<double>(worn.counters().search_retries) == about(first));
  CHECK(static_cast<double>(worn.counters().searched_by_stripe) == about(again));
  CHECK(sound.counters().search_retries == 0);
  // Two of a stripe of four: such a unit is gone.
  CHECK(static_cast<double>(worn.counters().lost_units) <= n * again * 3 * again + 20);
  const double longer = worn.counters().last_down.seconds() / sound.counters().last_down.seconds();
  CHECK(longer > 1 + first + 3 * again);
  CHECK(longer < 1 + 2 * (first + 3 * again));
}
