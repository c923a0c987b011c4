#include "models/controller/config.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/controller/small_drive_test.hpp"
#include "sim/config/load.hpp"
#include "sim/config/source_dir.hpp"

using namespace rainier;
using namespace rainier::controller;

namespace {

/// The error of the shipped P320h with these overrides, or "accepted".
std::string error_of(std::vector<std::string> overrides) {
  try {
    config::load<DriveConfig>(config::in_sources("configs/drives/p320h-700.yaml"),
                              {.roots = {}, .overrides = std::move(overrides)});
  } catch (const config::Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("each rule that a drive breaks is named in one line, with the numbers") {
  CHECK(error_of({}) == "accepted");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"capacity=700000000001B"}, "multiple of 512 B"},
      {{"capacity=2TB"}, "2000000000000 B exceeds the 1099511627776 B"},
      {{"nand.pages_per_block=4096", "channel.dies=4096"}, "at most 2^32 - 4 pages"},
      {{"ftl.frontier=17"}, "frontier of 17 dies a channel is more than the 512 dies on 32 channels"},
      {{"ftl.frontier=1", "ftl.parity=32"},
       "a stripe of 32 + 1 units needs as many dies; a superblock spans 32"},
      {{"nand.planes=3", "ftl.planes=2"}, "ftl.planes must divide nand.planes"},
      {{"ftl.planes=4"}, "ftl.planes must divide nand.planes"},
      {{"dram.size=512MiB"}, "do not fit the DRAM (536870912 B)"},
      {{"dram.write_buffer=64KiB", "nand.page_bytes=64KiB", "nand.codeword_bytes=128KiB"}, "codeword_bytes"},
      {{"power.cap=10W"}, "cap must be above idle"},
      {{"ftl.gc.free_reserve=8"}, "free_reserve must be less than free_target"},
      {{"channel.dies=31", "capacity=1GB", "ftl.frontier=1"}, "dies must be at least as many as channels"},
      {{"nand.page_bytes=1000B"}, "power of two"},
      {{"controller.front_end=nvme", "link.interface=sata"}, "front_end: nvme needs link.interface: pcie"},
      {{"controller.front_end=nvme", "bridge.members=2"}, "front_end: nvme needs one drive alone"},
      {{"controller.front_end=nvme", "controller.nvme.queues=129"}, "controller.nvme.queues"},
  };
  for (const auto& [overrides, message] : cases) {
    const std::string error = error_of(overrides);
    CHECK_THAT(error, Catch::Contains(message));
    CHECK(error.find('\n') == std::string::npos);
  }
}

TEST_CASE("every shipped drive is sound") {
  for (const char* name : {"p320h-700", "p320h-350", "p320h-25in-350", "p320h-25in-175", "generic-8x4"})
    CHECK_NOTHROW(config::load<DriveConfig>(config::in_sources("configs/drives/") + name + ".yaml"));
}

TEST_CASE("a drive holds pages for all of its bytes, the last of them perhaps in part") {
  DriveConfig drive = small_drive();
  drive.capacity_bytes = 10 * drive.nand.page_bytes;
  CHECK(drive.logical_pages() == 10);
  drive.capacity_bytes += 512;
  CHECK(drive.logical_pages() == 11);
}

TEST_CASE("codewords take their share of the spare area along") {
  DriveConfig drive = small_drive();
  CHECK(drive.channel_bytes(8) == 4320);
  CHECK(drive.channel_bytes(1) == 540);
  drive.nand.codeword_bytes = 4096;
  CHECK(drive.channel_bytes(1) == 4320);
}

TEST_CASE("raw bytes are counted in 64 bits") {
  DriveConfig drive;
  drive.nand.planes = 2;
  drive.nand.blocks_per_plane = 2048;
  drive.nand.pages_per_block = 128;
  drive.channel.dies = 512;
  CHECK(drive.raw_bytes() == std::uint64_t{1} << 40);
}

TEST_CASE("a scaled drive keeps its shape but for its blocks and its capacity") {
  DriveConfig drive = small_drive();
  const DriveConfig before = drive;
  scale(drive, 0.25);
  CHECK(drive.nand.blocks_per_plane == 16);
  CHECK(drive.capacity_bytes % drive.nand.page_bytes == 0);
  CHECK(static_cast<double>(drive.capacity_bytes) ==
        Approx(static_cast<double>(before.capacity_bytes) / 4).margin(4096));
  CHECK(drive.channel.dies == before.channel.dies);
  CHECK_THROWS_WITH(scale(drive, 0.25), Catch::Contains("leaves 4 of 16 blocks"));
}
