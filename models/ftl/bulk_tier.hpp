#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/ftl/ftl.hpp"

namespace rainier::ftl {

/// What both forms of the bulk tier keep: superblocks, the free ones among them, two open ones, the victim
/// and the pace at which the host pays for it. How many units of a superblock are valid is theirs to say.
class BulkTier {
 public:
  const Layout& layout() const { return layout_; }
  Counters counters() const;
  const Superblocks& superblocks() const { return sb_; }
  std::uint32_t free_superblocks() const { return static_cast<std::uint32_t>(free_.size()); }

 protected:
  enum Which : std::uint8_t { host, gc };
  struct Frontier {
    std::uint32_t superblock = none;
    double room = 0;  ///< user units that still fit
  };

  /// @throws std::invalid_argument if GC could not make progress
  BulkTier(const Layout& layout, const Params& params, std::uint32_t logical_units, std::uint64_t seed);

  void open(Which which);
  /// Closes the superblock and answers it; the frontier has none then.
  std::uint32_t close_superblock(Frontier& frontier);
  /// Begins to collect it: it holds so many units, and is chosen to level wear, or to gain room.
  void begin_collecting(std::uint32_t victim, double held, bool levelling);
  /// The victim is erased and free.
  void end_collecting();

  Layout layout_;
  Params params_;
  double logical_, user_;
  Superblocks sb_;
  std::unique_ptr<Victim> policy_;
  std::vector<std::uint32_t> free_;
  std::array<Frontier, 2> frontiers_;
  std::uint32_t victim_ = none;
  double to_gain_ = 0;  ///< host units that pay for what is left of the victim
  std::uint64_t closings_ = 0, written_ = 0;
  double copied_ = 0;
  Counters counters_;
};

}  // namespace rainier::ftl
