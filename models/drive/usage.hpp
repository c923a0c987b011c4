#pragma once

#include <array>
#include <cstdint>

#include "models/channel/flash_array.hpp"
#include "models/controller/controller.hpp"
#include "models/ftl/ftl.hpp"
#include "models/power/power.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::drive {

/// Every server's busy time and every count at one moment. The difference of two is what happened between.
struct Usage {
  Time at;
  channel::FlashCounters flash;
  controller::Counters controller;
  ftl::Counters ftl;
  Time fetches, pipeline, map_cores, link_up, link_down, dram, cores;
  Time bridge, uplink_up, uplink_down;  ///< of a bridge, the drives behind it above, all together
  std::array<double, power::uses> joules{};
  std::uint64_t posted_bytes = 0, fetched_bytes = 0;
  std::uint64_t interrupts = 0, commands = 0, slot_waits = 0;
  std::uint64_t doorbells = 0;  ///< of NVMe
  std::uint64_t requests = 0, request_bytes = 0;
  std::uint64_t events = 0;

  Usage operator-(const Usage& earlier) const;
  /// All but the moment, the host and the bridge: what this drive has done.
  void add(const controller::Controller& drive);
  double seconds() const { return at.seconds(); }
  double active_joules() const;
};

}  // namespace rainier::drive
