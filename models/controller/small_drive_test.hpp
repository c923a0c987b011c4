#pragma once

#include <algorithm>

#include "models/controller/layout_of.hpp"
#include "models/ftl/layout.hpp"

namespace rainier::controller {

/// Sets the capacity such that the flash holds 1 + `over_provisioning` user pages for each page of the host.
inline void provision(DriveConfig& drive, double over_provisioning) {
  const ftl::Layout layout = layout_of(drive);
  const auto pages =
      static_cast<std::uint64_t>(static_cast<double>(layout.user_pages()) / (1 + over_provisioning));
  drive.capacity_bytes = pages * drive.unit_bytes();
}

/// A drive for tests: 4 channels of 2 dies, 128 superblocks of 32 pages (16 MiB), so that GC is at work
/// within milliseconds. The flash, the bus and the controller are the P320h's.
inline DriveConfig small_drive(double over_provisioning = 0.25) {
  DriveConfig drive;
  drive.name = "small";
  drive.nand.planes = 1;
  drive.nand.blocks_per_plane = 64;
  drive.nand.pages_per_block = 8;
  drive.channel.channels = 4;
  drive.channel.dies = 8;
  drive.ftl.reserve = 0;
  drive.ftl.factory_bad = 0;
  drive.ftl.frontier = 1;
  drive.ftl.parity = 3;
  drive.ftl.gc.free_target = 4;
  drive.ftl.gc.free_reserve = 2;
  drive.ftl.gc.in_flight = 16;
  drive.ftl.gc.window = 16;
  drive.ftl.region_pages = 16;
  drive.dram.write_buffer_bytes = 64 * drive.nand.page_bytes;
  drive.power.governor = false;
  provision(drive, over_provisioning);
  return drive;
}

}  // namespace rainier::controller
