#pragma once

#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {

/// Static wear levelling: the collectable superblock that has been erased least, if `most` erases are more
/// than `spread` above its own; else `none_found`.
inline std::uint32_t coldest_if_spread(const Superblocks& superblocks, std::uint32_t most,
                                       std::uint32_t spread) {
  const std::uint32_t coldest = least(superblocks, [&](std::uint32_t sb) { return superblocks.erases[sb]; });
  return coldest != Victim::none_found && most - superblocks.erases[coldest] > spread ? coldest
                                                                                      : Victim::none_found;
}

}  // namespace rainier::ftl
