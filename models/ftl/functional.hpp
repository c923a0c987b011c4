#pragma once

#include <array>
#include <cstdint>

#include "models/ftl/ftl.hpp"
#include "sim/random/philox.hpp"

namespace rainier::ftl {

/// The functional tier: the FTL itself with media operations that end at once. For preconditioning. Long
/// writes go by a short cut that leaves the FTL exactly as writing page by page does.
/// Cost: about 10 ns a page written in order, 60 ns a page written at random with its share of GC; two
/// accesses to memory at random for the latter, many of them under way at once.
class Functional {
 public:
  explicit Functional(Ftl& ftl);

  void write(Lpn lpn);
  /// Writes `count` mapping units in order from `first`, wrapping at the end of the drive.
  void write_sequential(Lpn first, std::uint64_t count);
  /// Writes `count` runs of `run` mapping units, each at a uniformly drawn multiple of `run`.
  void write_random(std::uint64_t count, std::uint32_t run, Philox& random);
  /// Copies and erases what GC asks for now. True if it did anything.
  bool collect();

 private:
  /// Where a stream's next units go, until the end of their stripe: what placing one takes.
  struct Lane {
    Stream* stream;
    Ppn next = none;
    Ppn parity = none;       ///< the stripe's parity page, when `next` comes to it
    std::uint32_t left = 0;  ///< units until something else happens; 0: the stream has none open
    std::uint32_t told = 0;  ///< units left when the stream was told of what is placed
  };

  void load(Lane& lane);
  void load();
  void settle(Lane& lane);
  void settle();
  void finish(Lane& lane);
  void place(Lane& lane, Lpn lpn);
  void slow_write(Lpn lpn);
  void fast_write(Lpn lpn);
  void fast_collect();
  bool has_token() const { return urgent_ || ftl_.credit_ >= Ftl::token; }
  bool copy_out();
  bool next_victim();
  void end_victim();
  void erase();
  void open_for_copies();
  void begin_scouting(Ppn first, Ppn end);
  void scout(Ppn end);
  void block(Lpn first, std::uint32_t count);

  Ftl& ftl_;
  std::uint32_t *l2p_, *p2l_;  ///< complemented, see Table
  std::uint32_t* counts_;      ///< valid pages of each superblock
  Lane host_, gc_;
  Ppn scouted_ = none;   ///< the victim's next valid page whose map entry is not on its way from memory
  bool urgent_ = false;  ///< copies wait for no token
};

}  // namespace rainier::ftl
