#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/channel/params.hpp"
#include "models/controller/bridge_params.hpp"
#include "models/controller/params.hpp"
#include "models/dram/dram.hpp"
#include "models/faults/fault.hpp"
#include "models/ftl/params.hpp"
#include "models/health/params.hpp"
#include "models/link/link.hpp"
#include "models/media/params.hpp"
#include "models/media/startup.hpp"
#include "models/nand/geometry.hpp"
#include "models/power/power.hpp"
#include "models/reliability/params.hpp"
#include "models/thermal/params.hpp"

namespace rainier::controller {

/// A whole drive as its YAML file describes it.
struct DriveConfig {
  std::string name = "generic";
  std::uint64_t capacity_bytes = 0;  ///< what the host sees, or a bridge that the drive is behind
  nand::Params nand;
  channel::Params channel;
  ftl::Params ftl;
  link::Params link;
  dram::Params dram;
  Params controller;
  power::Params power;
  thermal::Params thermal;
  reliability::Params reliability;
  health::Params health;
  media::Params media;
  media::Startup startup;
  BridgeParams bridge;
  std::vector<std::string> faults;  ///< as faults::parse() reads them

  /// What the host sees: of drives behind a bridge, as many whole stripes as each has.
  std::uint64_t host_bytes() const {
    return bridge.is_there() ? capacity_bytes / bridge.stripe_bytes * bridge.stripe_bytes * bridge.members
                             : capacity_bytes;
  }
  /// With nothing to do, all together.
  double idle_watts() const {
    return bridge.is_there() ? bridge.members * power.idle_watts + bridge.watts : power.idle_watts;
  }
  /// Bytes of a mapping unit: a page, unless the FTL says less.
  std::uint64_t unit_bytes() const { return ftl.unit_bytes == 0 ? nand.page_bytes : ftl.unit_bytes; }
  std::uint32_t units_per_page() const { return static_cast<std::uint32_t>(nand.page_bytes / unit_bytes()); }
  std::uint64_t raw_bytes() const { return nand.pages_per_die() * nand.page_bytes * channel.dies; }
  /// In mapping units. The last may be one that the capacity ends in.
  std::uint32_t logical_pages() const {
    return static_cast<std::uint32_t>((capacity_bytes + unit_bytes() - 1) / unit_bytes());
  }
  /// Whether an error of one command ends all that are outstanding, as SATA has it of native command queuing.
  /// What a bridge does about it is the bridge's own.
  bool error_ends_queue() const {
    return link.interface == link::Interface::sata && controller.front_end == FrontEnd::ata &&
           !bridge.is_there();
  }
  /// Bytes of a page on the channel for `codewords` of it, with their share of the spare area.
  std::uint32_t channel_bytes(std::uint64_t codewords) const {
    const std::uint64_t in_page = nand.page_bytes / nand.codeword_bytes;
    return static_cast<std::uint32_t>(codewords * (nand.page_bytes + nand.spare_bytes) / in_page);
  }
};

void describe(config::Schema& schema, DriveConfig& config);

/// How many channels, dies of a channel and so on the drive has.
faults::Bounds fault_bounds(const DriveConfig& config);
/// @throws faults::BadFault where the text is not a fault of this drive
void check_fault(const DriveConfig& config, const std::string& text);
/// Whether one of its faults is of the link.
bool has_link_faults(const DriveConfig& config);
/// The die that a fault names, by its number in the drive.
std::uint32_t die_of(const DriveConfig& config, const faults::Fault& fault);

/// The same drive with fewer blocks in each plane and as much less capacity.
/// @throws std::invalid_argument where a plane would be left with fewer than 8 blocks
void scale(DriveConfig& config, double factor);

}  // namespace rainier::controller
