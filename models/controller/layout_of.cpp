#include "models/controller/layout_of.hpp"

#include <algorithm>

namespace rainier::controller {

std::uint32_t usable_blocks(const DriveConfig& c) {
  return c.nand.blocks_per_plane - static_cast<std::uint32_t>(c.nand.blocks_per_plane * c.ftl.reserve);
}

ftl::Layout layout_of(const DriveConfig& c) {
  const std::uint32_t width = std::min(c.ftl.frontier * c.channel.channels, c.channel.dies);
  return {c.nand, c.channel.dies, width, c.ftl.planes, usable_blocks(c), c.ftl.parity, c.units_per_page()};
}

}  // namespace rainier::controller
