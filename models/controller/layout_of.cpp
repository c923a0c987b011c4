#include "models/controller/layout_of.hpp"

#include <algorithm>

namespace rainier::controller {

std::uint64_t map_pages_of(const DriveConfig& c) {
  return (std::uint64_t{c.logical_pages()} * 4 + c.nand.page_bytes - 1) / c.nand.page_bytes;
}

std::uint32_t system_blocks(const DriveConfig& c) {
  if (c.startup.checkpoint == Time()) return 0;
  const std::uint64_t row = std::uint64_t{c.channel.dies} * c.nand.planes * c.nand.pages_per_block;
  return static_cast<std::uint32_t>(2 * ((map_pages_of(c) + row - 1) / row));
}

std::uint32_t usable_blocks(const DriveConfig& c) {
  return c.nand.blocks_per_plane - static_cast<std::uint32_t>(c.nand.blocks_per_plane * c.ftl.reserve) -
         system_blocks(c);
}

ftl::Layout layout_of(const DriveConfig& c) {
  const std::uint32_t width = std::min(c.ftl.frontier * c.channel.channels, c.channel.dies);
  return {c.nand, c.channel.dies, width, c.ftl.planes, usable_blocks(c), c.ftl.parity, c.units_per_page()};
}

}  // namespace rainier::controller
