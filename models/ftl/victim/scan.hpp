#pragma once

#include <cstdint>

#include "models/ftl/superblocks.hpp"
#include "models/ftl/victim/victim.hpp"

namespace rainier::ftl {

/// The collectable superblock with the least key; the lowest number wins a tie.
template <class Key>
std::uint32_t least(const Superblocks& superblocks, Key&& key) {
  std::uint32_t best = Victim::none_found;
  auto best_key = key(0);
  for (std::uint32_t sb = 0; sb < superblocks.count(); ++sb) {
    if (!superblocks.collectable(sb)) continue;
    const auto k = key(sb);
    if (best == Victim::none_found || k < best_key) {
      best = sb;
      best_key = k;
    }
  }
  return best;
}

}  // namespace rainier::ftl
