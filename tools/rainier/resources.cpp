#include "tools/rainier/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace rainier::tool {
namespace {

using channel::Kind;
using channel::Source;

double share(double busy, double capacity) { return capacity > 0 ? busy / capacity : 0; }

std::uint64_t operations(const drive::Usage& spent, Kind kind, Source source) {
  return spent.flash.operations[static_cast<std::size_t>(kind)][static_cast<std::size_t>(source)];
}

/// A stream writes one superblock at a time, so no more programs run at once than the superblock has dies.
double frontier_share(const controller::DriveConfig& config, const ftl::Layout& layout,
                      std::uint64_t programs, double seconds) {
  const double with_parity = config.ftl.parity == 0 ? 1 : 1 + 1.0 / config.ftl.parity;
  const double busy = static_cast<double>(programs) * with_parity * config.nand.program_time.seconds();
  return share(busy, layout.row() * seconds);
}

}  // namespace

std::vector<Resource> resources_of(drive::Simulation& simulation, const drive::Usage& spent) {
  const controller::Controller& drive = simulation.controller();
  const controller::DriveConfig& config = drive.config();
  const host::Params& host = simulation.host();
  const double seconds = spent.seconds();
  const auto& array = spent.flash.array_busy;
  const double members = static_cast<double>(simulation.drives().size());
  const double dies = members * drive.flash().dies(), channels = members * drive.flash().channels();
  const std::uint32_t cores =
      std::min<std::uint32_t>(host.cores, static_cast<std::uint32_t>(simulation.workers().count()));
  const bool nvme = drive.nvme() != nullptr;
  const std::uint32_t groups = nvme ? std::min(drive.nvme()->queues(), cores) : simulation.driver().groups();
  const ftl::Layout& layout = drive.ftl().layout();
  const double budget = config.power.cap_watts - config.power.idle_watts;

  std::vector<Resource> all;
  const auto add = [&](const char* key, const char* name, double busy, std::string note) {
    all.push_back({key, name, busy, std::move(note)});
  };
  add("dies", "the flash dies", share((array[0] + array[1] + array[2]).seconds(), dies * seconds),
      fmt::format("mean of {} dies", dies));
  add("channels", "the flash channels", share(spent.flash.bus_busy.seconds(), channels * seconds),
      fmt::format("mean of {} channels", channels));
  add("link_up", simulation.bridge() ? "the links to the bridge" : "the link to the host",
      share(spent.link_up.seconds(), members * seconds),
      config.link.interface == link::Interface::pcie
          ? fmt::format("Gen{} x{}", config.link.generation, config.link.lanes)
          : std::string(config.link.interface == link::Interface::sata ? "SATA, both directions" : "SAS"));
  add("link_down", simulation.bridge() ? "the links from the bridge" : "the link from the host",
      share(spent.link_down.seconds(), members * seconds), "");
  if (simulation.bridge() != nullptr) {
    const link::PcieParams& uplink = config.bridge.uplink;
    add("uplink_up", "the bridge's link to the host", share(spent.uplink_up.seconds(), seconds),
        fmt::format("Gen{} x{}", uplink.generation, uplink.lanes));
    add("uplink_down", "the bridge's link from the host", share(spent.uplink_down.seconds(), seconds), "");
    add("bridge", "the bridge's processor", share(spent.bridge.seconds(), seconds), "");
  }
  add("dram", "the DRAM", share(spent.dram.seconds(), members * seconds), "");
  if (config.controller.fetches() > 0)
    add("command_fetches", "the fetching of commands",
        share(spent.fetches.seconds(), config.controller.fetches() * members * seconds),
        fmt::format("{} at once", config.controller.fetches()));
  add("pipeline", config.controller.cores == 1 ? "the command pipeline" : "the firmware core for commands",
      share(spent.pipeline.seconds(), members * seconds), "");
  if (config.controller.cores > 1)
    add("map_cores", "the firmware cores for the map",
        share(spent.map_cores.seconds(), (config.controller.cores - 1) * members * seconds),
        fmt::format("mean of {}", config.controller.cores - 1));
  add("host_cores", "the host's cores", share(spent.cores.seconds(), cores * seconds),
      fmt::format("mean of {} that run workers", cores));
  add("host_completion", "the host's completion work",
      share(static_cast<double>(spent.commands) * host.completion_time.seconds(), groups * seconds),
      fmt::format("mean of {} {}", groups, nvme ? "queues" : "slot groups"));
  add("slots", nvme ? "the commands that the drive holds" : "the command slots",
      share(spent.controller.slot_time.seconds(), config.controller.slots * members * seconds),
      fmt::format("of {}", config.controller.slots));
  add("power", "the power governor",
      config.power.governor ? share(spent.active_joules(), budget * members * seconds) : 0,
      config.power.governor ? fmt::format("of the {:.3g} W over idle", budget) : "off");
  add("host_frontier", "the write frontier of host data",
      frontier_share(config, layout, operations(spent, Kind::program, Source::host), members * seconds),
      fmt::format("of {} dies", layout.row()));
  add("gc_frontier", "the write frontier of GC",
      frontier_share(config, layout, operations(spent, Kind::program, Source::gc), members * seconds),
      fmt::format("of {} dies", layout.row()));
  return all;
}

double mean_watts(const controller::Controller& drive, const drive::Usage& spent) {
  return drive.config().idle_watts() + share(spent.active_joules(), spent.seconds());
}

double programs_per_host_page(const controller::Controller& drive, const drive::Usage& spent) {
  const auto& programs = spent.flash.operations[static_cast<std::size_t>(Kind::program)];
  const auto all = std::accumulate(programs.begin(), programs.end(), std::uint64_t{0});
  return share(static_cast<double>(all) * drive.config().units_per_page(),
               static_cast<double>(spent.ftl.host_writes));
}

MapTraffic map_traffic(const controller::Controller& drive, const drive::Usage& spent) {
  const controller::DriveConfig& c = drive.config();
  MapTraffic map;
  map.pages = operations(spent, Kind::program, Source::map);
  map.erases = operations(spent, Kind::erase, Source::map);
  const auto pages = static_cast<double>(map.pages);
  const double bytes = c.channel_bytes(c.nand.page_bytes / c.nand.codeword_bytes);
  const double transfer =
      c.channel.program_overhead.seconds() + bytes * static_cast<double>(c.channel.ps_per_byte()) * 1e-12;
  map.programs_per_host_page = share(pages * c.units_per_page(), static_cast<double>(spent.ftl.host_writes));
  map.channels_busy = share(pages * transfer, c.channel.channels * spent.seconds());
  map.joules = pages * (c.power.program_joules + bytes * c.power.byte_joules) +
               static_cast<double>(map.erases) * c.power.erase_joules;
  return map;
}

}  // namespace rainier::tool
