#include "tools/rainier/derived.hpp"

#include <fmt/format.h>

#include "models/controller/layout_of.hpp"
#include "models/controller/slot_fetch.hpp"
#include "tools/rainier/output.hpp"

namespace rainier::tool {
std::vector<Derived> derived_of(const controller::DriveConfig& c) {
  std::vector<Derived> all;
  const auto add = [&](const char* key, const char* name, const char* unit, double value, std::string text,
                       const char* how) {
    all.push_back({key, name, unit, value, std::move(text), how});
  };
  const auto count = [&](const char* key, const char* name, double value, const char* how) {
    add(key, name, "1", value, grouped(value), how);
  };
  const auto gigabytes = [&](const char* key, const char* name, double bytes, const char* how) {
    add(key, name, "B", bytes, fmt::format("{:.1f} GB ({:.1f} GiB)", bytes / 1e9, bytes / (1 << 30)), how);
  };
  const auto speed = [&](const char* key, const char* name, double per_second, const char* how) {
    add(key, name, "B/s", per_second, fmt::format("{:.3f} GB/s", per_second / 1e9), how);
  };
  const ftl::Layout layout = controller::layout_of(c);
  const double page = static_cast<double>(c.nand.page_bytes);
  const double user = static_cast<double>(layout.user_pages());
  const double wire_page = c.channel_bytes(c.nand.page_bytes / c.nand.codeword_bytes);

  gigabytes("raw_bytes", "raw capacity", static_cast<double>(c.raw_bytes()),
            "dies x planes x blocks x pages");
  gigabytes("user_bytes", "user capacity", static_cast<double>(c.host_bytes()), "what the host sees");
  gigabytes("writable_bytes", "room for data", user * static_cast<double>(c.unit_bytes()),
            "raw less reserve and parity");
  const double spare = user / c.logical_pages() - 1;
  add("spare", "spare", "1", spare, fmt::format("{:.4f} of user capacity", spare),
      "room for data / user capacity - 1");
  count("superblocks", "superblocks", layout.superblocks(), "factory-bad blocks not taken off");
  count("units", "units of a superblock", layout.units(),
        "dies of the frontier x planes x pages, parity included");
  count("user_units", "of them for data", layout.user_units(), "the rest is parity");
  const double map = 4.0 * c.logical_pages();
  add("map_bytes", "map", "B", map,
      fmt::format("{:.1f} MiB of {:.0f} MiB DRAM", map / (1 << 20),
                  static_cast<double>(c.dram.size_bytes) / (1 << 20)),
      "4 bytes a mapping unit");
  const bool pcie = c.link.interface == link::Interface::pcie, sas = c.link.interface == link::Interface::sas;
  speed("link_raw", "link after line coding", c.link.bytes_per_second(),
        pcie || sas ? "each direction" : "one direction at a time");
  const double payload = static_cast<double>(c.link.payload_bytes);
  const double fis = static_cast<double>(c.link.sata.fis_payload_bytes);
  const double frame = static_cast<double>(c.link.sas.frame_payload_bytes);
  if (sas)
    speed("link_payload", "link for data",
          c.link.bytes_per_second() * frame / (frame + static_cast<double>(c.link.sas.frame_bytes)),
          "full data frames, connections not counted");
  else if (!pcie)
    speed("link_payload", "link for data",
          fis / ((fis + static_cast<double>(c.link.sata.frame_bytes)) / c.link.bytes_per_second() +
                 c.link.sata.data_fis_time.seconds()),
          "full Data FISes, each with its set-up");
  else
    speed("link_payload", "link for read data",
          c.link.bytes_per_second() * (1 - c.link.dllp_share) * payload /
              (payload + static_cast<double>(c.link.tlp_overhead_bytes)),
          "full TLPs, DLLPs taken off");
  const double bus_page = wire_page * c.channel.ps_per_byte() * 1e-12;
  speed("channel", "one channel", page / bus_page, "user bytes, overheads of commands left out");
  speed("channels", "all channels",
        c.channel.channels * page / (bus_page + c.channel.read_overhead.seconds()),
        "full-page reads with their overhead");
  speed("array_reads", "array reads", c.channel.dies * page / c.nand.mean_read_time().seconds(),
        "dies x page / mean tR");
  const double data_share = c.ftl.parity == 0 ? 1 : static_cast<double>(c.ftl.parity) / (c.ftl.parity + 1);
  speed("frontier", "frontier ceiling", layout.row() * page * data_share / c.nand.program_time.seconds(),
        "dies of one stream x page x k/(k+1) / tPROG");
  speed("dram", "DRAM", c.dram.bytes_per_second(),
        "refresh taken off; reads cross twice, writes twice and parity");
  if (c.controller.fetches() > 0) {
    link::Link link(c.link);
    const Time fetch = controller::fetch_slot(link, c.controller, Time(), c.controller.segment_bytes);
    count("command_fetches", "command fetch ceiling, 1/s",
          c.controller.fetches() / (fetch + c.controller.command_time).seconds(),
          "commands at once / (a read of host memory + command time)");
  }
  if (c.controller.command_time > Time())
    count("commands", "command ceiling, 1/s", 1 / c.controller.command_time.seconds(), "1 / command time");
  if (c.controller.map_time > Time())
    count("map_operations", "map operation ceiling, 1/s",
          std::max(c.controller.cores, 2U) / c.controller.map_time.seconds() -
              1 / c.controller.map_time.seconds(),
          "cores for the map / map time");
  if (c.power.governor && c.power.program_joules > 0) {
    const double program = c.power.program_joules + wire_page * c.power.byte_joules;
    speed("power", "power ceiling, sequential writes",
          (c.power.cap_watts - c.power.idle_watts) / program * page * data_share,
          "(cap - idle) / energy of a program and its transfer x page x k/(k+1)");
  }
  return all;
}

}  // namespace rainier::tool
