#pragma once

#include <cstdint>

namespace rainier::config {
class Schema;
}

namespace rainier::ftl {

enum class VictimPolicy : std::uint8_t { greedy, fifo, random, d_choices, cost_benefit, windowed_greedy };
enum class Allocation : std::uint8_t { least_worn, oldest_free };
enum class Separation : std::uint8_t { none, regions };

struct GcParams {
  VictimPolicy victim = VictimPolicy::greedy;
  std::uint32_t choices = 10;      ///< d of d-choices
  std::uint32_t window = 256;      ///< superblocks that windowed-greedy looks at, oldest first
  std::uint32_t free_target = 8;   ///< GC keeps this many superblocks free
  std::uint32_t free_reserve = 2;  ///< the host may not take these: GC needs them to make progress
  double urgency = 1.0;            ///< how much faster GC goes at no free superblock than at the target
  std::uint32_t in_flight = 128;   ///< page copies under way at once
  bool pair_planes = false;  ///< copies wait for their neighbour plane's page, to be programmed together
};

struct WearParams {
  Allocation allocation = Allocation::least_worn;
  bool static_levelling = true;
  std::uint32_t spread = 64;    ///< erase counts may differ by so much before cold data move
  std::uint32_t interval = 64;  ///< at most one levelling victim in so many
};

struct Params {
  std::uint64_t unit_bytes = 0;  ///< mapping unit, a power of two that divides the page; 0: the page
  double reserve = 0.02;         ///< share of each plane's blocks kept to replace bad ones
  double factory_bad = 0.005;    ///< share of blocks that are bad from the factory, drawn per block
  std::uint32_t frontier = 4;    ///< dies a channel that one open superblock spans
  std::uint32_t planes = 1;      ///< planes that one superblock spans
  std::uint32_t parity = 7;      ///< user units of a RAIN stripe, 0 for none
  bool spread_streams =
      false;  ///< open superblocks of two streams on different dies, as far as free ones allow
  Separation separation = Separation::none;
  std::uint32_t region_pages = 256;  ///< mapping units that share one heat counter
  GcParams gc;
  WearParams wear;
};

void describe(config::Schema& schema, GcParams& params);
void describe(config::Schema& schema, WearParams& params);
void describe(config::Schema& schema, Params& params);

}  // namespace rainier::ftl
