#include <fmt/format.h>

#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;

namespace {

/// Fills the drive, then mixes reads and writes until GC has been at work, and checks every count.
void exercise(const DriveConfig& config) {
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:64KiB:1,rand:4KiB:0.3")));
  const std::uint64_t erases = simulation.controller().ftl().counters().erases;
  run(simulation,
      job(fmt::format("rw=randrw\nrwmixread=30\nbssplit=4k/60:12k/40\niodepth=48\nio_size={}\nnorandommap",
                      config.capacity_bytes)));
  CHECK(simulation.controller().ftl().counters().erases > erases);
}

}  // namespace

TEST_CASE("a drive of one channel, one die and one plane works") {
  DriveConfig config = small_drive();
  config.channel.channels = config.channel.dies = 1;
  config.ftl.parity = 0;
  config.nand.blocks_per_plane = 128;
  provision(config, 0.25);
  exercise(config);
}

TEST_CASE("dies may be dealt unevenly: 20 over 8 channels, with RAIN 15+1 over a frontier of 3") {
  DriveConfig config = small_drive();
  config.channel.channels = 8;
  config.channel.dies = 20;
  config.ftl.frontier = 3;
  config.ftl.parity = 15;
  provision(config, 0.25);
  exercise(config);
}

TEST_CASE("a superblock's width need not divide the dies") {
  DriveConfig config = small_drive();
  config.channel.channels = 3;
  config.channel.dies = 10;
  config.ftl.parity = 2;
  provision(config, 0.25);
  exercise(config);
}

TEST_CASE("a stripe may be as wide as the drive, and parity may be off") {
  const auto parity = GENERATE(0u, 7u);
  DriveConfig config = small_drive();
  config.ftl.frontier = 2;
  config.ftl.parity = parity;
  provision(config, 0.25);
  exercise(config);
}

TEST_CASE("a superblock may span every die and both planes, in multi-plane operations") {
  const auto multi_plane = GENERATE(false, true);
  const auto cache = GENERATE(false, true);
  DriveConfig config = small_drive();
  config.nand.planes = 2;
  config.ftl.planes = 2;
  config.ftl.frontier = 2;
  config.channel.multi_plane = multi_plane;
  config.channel.cache = cache;
  provision(config, 0.25);
  exercise(config);
}

TEST_CASE("planes may belong to superblocks of their own") {
  DriveConfig config = small_drive();
  config.nand.planes = 2;
  config.channel.multi_plane = true;
  provision(config, 0.25);
  exercise(config);
}

TEST_CASE("blocks kept in reserve are not written") {
  DriveConfig config = small_drive(0.8);
  config.ftl.reserve = 0.25;
  Simulation simulation(config, host::Params{}, 1);
  CHECK(simulation.controller().ftl().superblocks().count() == 128 - 32);
  REQUIRE(simulation.precondition(parse_recipe("seq:64KiB:1,rand:4KiB:1")));
  require_sound(simulation);
  for (std::uint32_t die = 0; die < config.channel.dies; ++die)
    for (std::uint16_t block = 48; block < 64; ++block)
      CHECK_FALSE(simulation.controller().flash().is_programmed(die, {block, 0, 0}));
}

TEST_CASE("pages of 512 B to 64 KiB and codewords as large as the page work") {
  const auto page = GENERATE(512ull, 2048ull, 16384ull, 65536ull);
  DriveConfig config = small_drive();
  config.nand.page_bytes = page;
  config.nand.codeword_bytes = page;
  config.dram.write_buffer_bytes = 64 * page;
  provision(config, 0.25);
  exercise(config);
}

TEST_CASE("the last sector of a drive that ends inside a page is a sector like any other") {
  DriveConfig config = small_drive();
  config.capacity_bytes += 512;  // 700 GB is not a whole number of 4 KiB pages either
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  const std::uint64_t last = config.capacity_bytes - 512;
  run(simulation, job(fmt::format("rw=write\nbs=512\noffset={}\nsize=512\nio_size=2M", last)));
  run(simulation, job(fmt::format("rw=read\nbs=512\noffset={}\nsize=512", last)));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=32\nio_size=16M\nnorandommap"));
  run(simulation, job(fmt::format("rw=read\nbs=512\noffset={}\nsize=512", last)));
  CHECK(simulation.usage().controller.unmapped_pages == 0);
}
