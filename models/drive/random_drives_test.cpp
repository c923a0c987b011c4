#include <fmt/format.h>

#include <array>

#include "models/drive/drive_test.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::drive;

namespace {

/// A drive of a shape nobody would build, close to where GC cannot make progress.
DriveConfig random_drive(Philox& random) {
  const auto one_of = [&random](std::initializer_list<std::uint32_t> values) {
    return values.begin()[random.below(values.size())];
  };
  const auto maybe = [&random] { return random.below(2) == 0; };
  DriveConfig c = small_drive();
  c.channel.channels = one_of({1, 2, 3});
  c.channel.dies = c.channel.channels * one_of({1, 2}) + one_of({0, 0, 1});
  c.nand.planes = one_of({1, 2});
  c.nand.blocks_per_plane = 64;
  c.nand.pages_per_block = one_of({2, 3, 8});
  c.ftl.planes = maybe() ? c.nand.planes : 1;
  c.ftl.frontier = one_of({1, 2});
  const std::uint32_t width = std::min(c.ftl.frontier * c.channel.channels, c.channel.dies);
  c.ftl.parity = maybe() ? 0 : width - 1;
  c.channel.multi_plane = maybe();
  c.channel.cache = maybe();
  c.channel.scheduler = maybe() ? channel::Scheduler::fifo : channel::Scheduler::read_first;
  c.ftl.separation = maybe() ? ftl::Separation::none : ftl::Separation::regions;
  c.ftl.gc.victim = static_cast<ftl::VictimPolicy>(random.below(6));
  c.ftl.gc.free_reserve = one_of({1, 2, 3});
  c.ftl.gc.free_target = c.ftl.gc.free_reserve + one_of({1, 2, 6});
  c.ftl.gc.in_flight = one_of({1, 4, 1000});
  c.ftl.gc.choices = one_of({1, 3});
  c.ftl.gc.window = one_of({1, 4});
  c.ftl.gc.urgency = one_of({0, 1, 20});
  c.ftl.wear.spread = one_of({1, 64});
  c.ftl.wear.interval = one_of({1, 64});
  c.controller.acknowledge = maybe() ? controller::Acknowledge::program : controller::Acknowledge::buffer;
  c.dram.write_buffer_bytes = c.nand.page_bytes * one_of({1, 5, 100});
  if (c.controller.acknowledge == controller::Acknowledge::buffer && maybe()) {
    c.ftl.unit_bytes = one_of({512, 1024, 2048});
    c.dram.write_buffer_bytes = c.nand.page_bytes * one_of({4, 5, 100});
  }
  if (maybe()) {
    c.controller.map_time = Time(5'000'000);
    c.controller.cores = one_of({1, 2, 4});
  }
  c.ftl.gc.pair_planes = maybe();
  c.ftl.spread_streams = maybe();
  if (maybe()) c.link.interface = link::Interface::sata;
  if (maybe()) c.controller.unaligned_writes = one_of({1, 2});
  // The most that the FTL takes: one page less than its own bound.
  provision(c, 0);
  const std::uint64_t user = c.capacity_bytes / c.unit_bytes();
  const std::uint64_t superblocks =
      std::uint64_t{c.nand.blocks_per_plane} * (c.nand.planes / c.ftl.planes) * c.channel.dies / width;
  const std::uint64_t set_aside = c.ftl.gc.free_target + (c.ftl.separation == ftl::Separation::none ? 2 : 3);
  const std::uint64_t usable = (superblocks - set_aside) * (user / superblocks - (c.units_per_page() - 1));
  c.capacity_bytes = (usable - one_of({1, 1, 20})) * c.unit_bytes();
  return c;
}

}  // namespace

TEST_CASE("a drive that the FTL accepts never comes to a standstill, however odd and however full") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    Philox random(seed, "random drive");
    const DriveConfig config = random_drive(random);
    Simulation simulation(config, host::Params{}, seed);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    const std::uint32_t depth = std::array{1U, 3U, 40U}[random.below(3)];
    const std::uint32_t kib = std::array{4U, 4U, 64U}[random.below(3)];
    run(simulation,
        job(fmt::format("rw=randrw\nrwmixread={}\nbs={}k\niodepth={}\nsize={}%\nio_size={}k\nnorandommap",
                        random.below(2) * 50, kib, depth, random.below(2) == 0 ? 30 : 100, 1'600)));
    simulation.settle(Time(1'000'000'000'000));
    require_sound(simulation);
  }
}

TEST_CASE("writes that wait for GC go on when the programs that GC waits for have ended") {
  // A burst to the one page that is empty: all that is stale lies in superblocks whose programs are under
  // way, and no request comes after the burst to set GC in motion again.
  DriveConfig config = small_drive();
  config.nand.pages_per_block = 2;
  config.ftl.parity = GENERATE(0U, 3U);
  config.dram.write_buffer_bytes = 256 * config.nand.page_bytes;
  provision(config, 0);
  const std::uint32_t user_units = config.ftl.parity == 0 ? 8 : 6;
  config.capacity_bytes -= (6 * user_units + 1) * config.nand.page_bytes;  // the least that the FTL takes
  for (const int burst : {16, 32, 48, 64, 200}) {
    INFO("a burst of " << burst);
    Simulation simulation(config, host::Params{}, 1);
    const double pages = simulation.controller().ftl().logical_pages();
    REQUIRE(simulation.precondition({{Pass::Kind::sequential, 4096, (pages - 1) / pages}}));
    run(simulation,
        job(fmt::format("rw=randwrite\nbs=4k\noffset={}\nsize=4k\niodepth=255\nio_size={}k\nnorandommap",
                        config.capacity_bytes - 4096, 4 * burst)));
  }
}
