#pragma once

#include <cstdint>
#include <vector>

#include "models/ftl/ftl.hpp"

namespace rainier::ftl {

/// Rebuilds the map after a loss of power from what is in the flash: of every mapping unit that can be read,
/// the LPN and the number of its write, which a copy keeps. The greatest number of an LPN wins; of copies
/// with the same number that of the superblock which can be trusted most, so that what GC had copied in part
/// needs no second place. Nothing of the old map is used but wear, ages and counts, which real drives keep
/// with the superblocks. Cost: some nanoseconds a unit of the flash, 4 bytes a mapping unit of the host while
/// it lasts.
class Recovery {
 public:
  /// What a superblock looks like, the least trusted first.
  enum class Kind : std::uint8_t {
    being_erased,  ///< some of its blocks are erased already, so all that it held is elsewhere
    torn,          ///< not written to its end, or with pages lost: stripes of it may not protect
    whole,
    blank,
  };

  /// Forgets the map.
  explicit Recovery(Ftl& ftl);

  void superblock(std::uint32_t superblock, Kind kind) { kinds_[superblock] = kind; }
  /// A copy of `lpn`, number `write` (from 1). Its superblock is known by then.
  void unit(Ppn ppn, Lpn lpn, std::uint32_t write);
  /// The host has trimmed `lpn` after all writes with lesser numbers.
  void trimmed(Lpn lpn, std::uint32_t write);
  /// A newer copy of `lpn` lies elsewhere, and is to be written back.
  void saved(Lpn lpn, std::uint32_t write) { writes_[lpn] = write; }
  /// The number of the copy (or the trim) found for `lpn`, 0 for none.
  std::uint32_t write_of(Lpn lpn) const { return writes_[lpn]; }

  /// All is found: superblocks get their states. Torn ones are to be collected before any other, so that what
  /// they hold gets the protection of whole stripes; what holds nothing is to be erased.
  void finish();

  /// For a test of the tests: now and then an older copy wins.
  void prefer_stale() { stale_ = true; }

 private:
  Ftl& ftl_;
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> writes_;
  bool stale_ = false;
  std::uint32_t choices_ = 0;
};

}  // namespace rainier::ftl
