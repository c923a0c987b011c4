#include "models/controller/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/controller/layout_of.hpp"
#include "models/reliability/errors.hpp"
#include "sim/config/describe.hpp"
#include "sim/config/error.hpp"

namespace rainier::controller {
namespace {

std::string broken(const DriveConfig& c) {
  if (c.capacity_bytes % 512 != 0) return "capacity must be a multiple of 512 B";
  if (c.nand.page_bytes % c.unit_bytes() != 0 || c.unit_bytes() % c.nand.codeword_bytes != 0)
    return fmt::format("ftl.unit_bytes must divide the page ({} B) and hold whole codewords ({} B)",
                       c.nand.page_bytes, c.nand.codeword_bytes);
  if (c.controller.front_end == FrontEnd::nvme && c.link.interface != link::Interface::pcie)
    return "controller.front_end: nvme needs link.interface: pcie";
  if (c.raw_bytes() / c.unit_bytes() >= 0xFFFFFFFCull) return "a drive holds at most 2^32 - 4 pages";
  if (c.units_per_page() > 1 && c.controller.acknowledge == Acknowledge::program)
    return "a mapping unit smaller than the page needs controller.acknowledge: buffer, or a lone write would "
           "wait for others to fill its page";
  if (c.capacity_bytes >= c.raw_bytes())
    return fmt::format("capacity of {} B exceeds the {} B of the flash", c.capacity_bytes, c.raw_bytes());
  const std::uint64_t width = std::uint64_t{c.ftl.frontier} * c.channel.channels;
  if (width > c.channel.dies &&
      c.ftl.frontier > (c.channel.dies + c.channel.channels - 1) / c.channel.channels)
    return fmt::format("ftl.frontier of {} dies a channel is more than the {} dies on {} channels",
                       c.ftl.frontier, c.channel.dies, c.channel.channels);
  if (c.ftl.parity + 1 > std::min<std::uint64_t>(width, c.channel.dies))
    return fmt::format("a stripe of {} + 1 units needs as many dies; a superblock spans {}", c.ftl.parity,
                       std::min<std::uint64_t>(width, c.channel.dies));
  if (c.nand.planes % c.ftl.planes != 0) return "ftl.planes must divide nand.planes";
  if (2 * system_blocks(c) > c.nand.blocks_per_plane)
    return fmt::format(
        "startup.checkpoint: the map, saved twice, would take {} of the {} blocks of each plane",
        system_blocks(c), c.nand.blocks_per_plane);
  const std::uint64_t map = std::uint64_t{c.logical_pages()} * 4;
  if (map + c.dram.write_buffer_bytes > c.dram.size_bytes)
    return fmt::format("the map ({} B) and the write buffer ({} B) do not fit the DRAM ({} B)", map,
                       c.dram.write_buffer_bytes, c.dram.size_bytes);
  if (c.thermal.throttles && c.thermal.throttle_watts <= c.power.idle_watts)
    return "thermal.throttle_power must be above power.idle";
  if (c.dram.write_buffer_bytes < c.nand.page_bytes) return "dram.write_buffer must hold at least one page";
  const reliability::Codeword codeword{static_cast<std::uint32_t>(8 * c.nand.codeword_bytes),
                                       c.reliability.ecc_bits};
  const std::uint64_t spare_bits = 8 * c.nand.spare_bytes * c.nand.codeword_bytes / c.nand.page_bytes;
  if (codeword.parity_bits() > spare_bits)
    return fmt::format("reliability.ecc_bits of {} need {} bits beside each codeword; the spare area has {}",
                       c.reliability.ecc_bits, codeword.parity_bits(), spare_bits);
  if (c.units_per_page() > 1 && c.dram.write_buffer_bytes < 4 * c.nand.page_bytes)
    return "dram.write_buffer must hold four pages, as mapping units of several streams share pages";
  if (c.bridge.is_there() && (c.media.data == media::Data::real || !c.faults.empty() ||
                              c.reliability.errors == reliability::Errors::drawn))
    return "drives behind a bridge have no data: real, faults or reliability.errors: drawn: those need one "
           "drive alone";
  if (c.bridge.is_there() && c.controller.front_end == FrontEnd::nvme)
    return "controller.front_end: nvme needs one drive alone: a bridge sends its drives commands by slots";
  if (c.bridge.is_there() && c.capacity_bytes < c.bridge.stripe_bytes)
    return "bridge.stripe must fit the capacity";
  try {
    for (const std::string& text : c.faults) check_fault(c, text);
    if (c.link.interface == link::Interface::sas && has_link_faults(c))
      return "faults of the link need link.interface: pcie or sata: bad frames of SAS are not modelled";
  } catch (const faults::BadFault& error) {
    return fmt::format("faults: {}", error.what());
  }
  return "";
}

}  // namespace

void describe(config::Schema& s, DriveConfig& c) {
  using namespace config::literals;
  s.field("name", c.name, "what the drive is");
  s.bytes("capacity", c.capacity_bytes, config::range(1_MiB, 16_TiB),
          "what the host sees; behind a bridge, of each drive");
  s.group("nand", c.nand, "NAND dies", config::from_folder("nand"));
  s.group("channel", c.channel, "ONFI channels and their dies");
  s.group("ftl", c.ftl, "flash translation layer and RAIN");
  s.group("link", c.link, "link to the host");
  s.group("dram", c.dram, "controller memory");
  s.group("controller", c.controller, "command front end");
  s.group("power", c.power, "energies and the power governor");
  s.group("thermal", c.thermal, "how warm the drive gets, and what it does about it");
  s.group("reliability", c.reliability, "bit errors and their correction");
  s.group("health", c.health, "what the drive reports of its wear");
  s.choice("data", c.media.data,
           {{"none", media::Data::none, "pages have a place and a time, but no bytes"},
            {"real", media::Data::real,
             "pages carry the host's bytes, a CRC and their LBA, and parity is computed; it costs memory for "
             "what is written, and changes no time"}},
           "whether pages carry bytes");
  s.group("rebuild", c.media, "how lost blocks are made good");
  s.group("bridge", c.bridge, "a bridge with several such drives behind it");
  s.group("startup", c.startup, "what a loss of power costs");
  s.field(
      "faults", c.faults,
      "what goes wrong, as KIND:ADDRESS@WHEN: codeword, page, block, plane, die, channel, program, erase or "
      "link; numbers from the channel down, or any (of the link: any); a time, a count of host commands or a "
      "rate, such as die:3.2@10s, page:any@1e-6/op, channel:5@20000ops or link:any@1e-3/op; or power@WHEN, "
      "which cuts the drive's power: commands under way end with an error, others wait while it starts again "
      "and rebuilds its map from the flash, with data: none too, where places and times are all there is");
  s.check(c, [](const DriveConfig& config) -> std::string { return broken(config); });
}

void check_fault(const DriveConfig& c, const std::string& text) {
  const faults::Fault fault = faults::parse(text);
  faults::check(fault, fault_bounds(c));
  if (die_of(c, fault) >= c.channel.dies)
    throw faults::BadFault(fmt::format("channel {} has no die {} (got {})", fault.address[faults::channel],
                                       fault.address[faults::die_of_channel], config::in_quotes(text)));
}

bool has_link_faults(const DriveConfig& c) {
  return std::any_of(c.faults.begin(), c.faults.end(),
                     [](const std::string& text) { return faults::parse(text).kind == faults::Kind::link; });
}

std::uint32_t die_of(const DriveConfig& c, const faults::Fault& fault) {
  return fault.address[faults::die_of_channel] * c.channel.channels + fault.address[faults::channel];
}

faults::Bounds fault_bounds(const DriveConfig& c) {
  return {c.channel.channels,     (c.channel.dies + c.channel.channels - 1) / c.channel.channels,
          c.nand.planes,          c.nand.blocks_per_plane,
          c.nand.pages_per_block, static_cast<std::uint32_t>(c.nand.page_bytes / c.nand.codeword_bytes)};
}

void scale(DriveConfig& config, double factor) {
  const auto blocks = static_cast<std::uint32_t>(std::lround(config.nand.blocks_per_plane * factor));
  if (blocks < 8)
    throw std::invalid_argument(
        fmt::format("scale {} leaves {} of {} blocks in a plane; at least 8 are needed", factor, blocks,
                    config.nand.blocks_per_plane));
  const double share = static_cast<double>(blocks) / config.nand.blocks_per_plane;
  config.nand.blocks_per_plane = blocks;
  const auto unit = static_cast<double>(config.unit_bytes());
  config.capacity_bytes =
      static_cast<std::uint64_t>(static_cast<double>(config.capacity_bytes) * share / unit) *
      config.unit_bytes();
}

}  // namespace rainier::controller
