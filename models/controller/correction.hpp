#pragma once

#include <cstdint>
#include <vector>

#include "models/channel/flash_op.hpp"
#include "models/controller/upkeep.hpp"
#include "models/ftl/ftl.hpp"
#include "models/reliability/bit_errors.hpp"
#include "models/reliability/error_draw.hpp"
#include "sim/random/philox.hpp"

namespace rainier::controller {

class Controller;

/// What drawn errors have come to since the drive was made.
struct CorrectionCounters {
  std::uint64_t reads = 0, codewords = 0;  ///< of the flash, whoever asked for them
  std::uint64_t failed = 0;                ///< reads with a codeword that the first read could not correct
  std::uint64_t retries = 0;               ///< further reads
  std::uint64_t exhausted = 0;             ///< reads that no step corrected
  std::uint64_t tuned = 0;                 ///< blocks whose thresholds moved, each time
  std::uint64_t refreshes = 0;             ///< superblocks sent to be rewritten
  std::uint64_t patrol_reads = 0, samples = 0, worn_out = 0;
  std::vector<std::uint64_t> by_step;    ///< failed reads that this further read corrected, from 1
  std::vector<std::uint64_t> corrected;  ///< reads by the errors of their worst codeword, none to all
};

/// Bit errors of the timed path: every read of the flash draws its own; what can't be corrected is read again
/// with thresholds a step further, each step a read of the codewords that failed; what no step corrects is
/// the stripe's. A codeword's place among its like stays over the steps: one that failed where one in a
/// thousand does is corrected by the first step at which fewer fail. Reads of the same page draw anew.
class Correction {
 public:
  Correction(Controller& drive, std::uint64_t seed);

  /// A read of `units` has left the flash. False: it goes on by itself, and ends here again.
  bool ended(std::uint32_t op, std::uint32_t units);
  /// Whether this unit of the read that ended last could not be corrected.
  bool lost(std::uint32_t unit) const { return unit >= lost_first_ && unit <= lost_last_; }
  bool lost_any() const { return lost_first_ <= lost_last_; }
  /// Event: the next step of a read.
  void again(std::uint32_t op);

  /// The functional tier has written.
  void restored();
  /// So many years pass for what is in the flash now, at the temperature of the parameters.
  void age(double years);
  /// A block of the superblock is erased, or its content has moved to a new block.
  void renewed(ftl::Ppn ppn);
  /// Whether the block fails at this erase.
  bool wears_out(ftl::Ppn ppn);
  /// Superblocks with that many errors are rewritten: whether there is such a number.
  bool refreshes() const { return refresh_at_ != 0; }

  CorrectionCounters& counters() { return counters_; }
  const CorrectionCounters& counters() const { return counters_; }
  Upkeep& upkeep() { return upkeep_; }
  /// Errors of all codewords of a read with the block's thresholds at `steps`.
  std::uint32_t count_errors(const channel::FlashOp& op, std::uint32_t steps);
  std::uint32_t steps_of(ftl::Ppn ppn) const { return blocks_[key_of(ppn)].steps; }
  void tune(ftl::Ppn ppn, std::uint32_t steps);

 private:
  /// A column of a superblock.
  struct Block {
    std::uint32_t reads = 0;      ///< since it was erased
    std::uint16_t old_pages = 0;  ///< of its pages, those that have aged
    std::uint8_t steps = 0;       ///< of its thresholds from those of a fresh page
    float years = 0;              ///< by which they have
  };
  struct Superblock {
    double wear = 0;
    std::uint32_t erases = ~std::uint32_t{0};
    Time written;
  };
  /// A read on its way through the steps.
  struct Reading {
    double level = 1;  ///< its codewords fail where so many of their like do
    std::uint32_t failing = 0;
    std::uint8_t step = 0, begun_at = 0;
  };

  std::uint32_t key_of(ftl::Ppn ppn) const {
    return layout_.superblock(ppn) * layout_.row() + layout_.column(ppn);
  }
  double rber(const channel::FlashOp& op, std::uint32_t steps);
  std::uint32_t codewords(const channel::FlashOp& op) const;
  void read_further(Reading& reading, double fails);
  void corrected(const channel::FlashOp& op, Reading& reading);
  void refresh(ftl::Ppn ppn);
  static std::uint32_t thresholds(std::uint32_t begun_at, std::uint32_t step);

  friend class Upkeep;
  Controller& drive_;
  const ftl::Layout& layout_;
  reliability::Params params_;
  reliability::BitErrors errors_;
  reliability::ErrorDraw draw_;
  Philox random_;
  double codeword_bytes_;      ///< on the channel
  std::uint32_t refresh_at_;   ///< errors of a codeword; 0 for never
  std::vector<Block> blocks_;  ///< by superblock and column
  std::vector<Superblock> superblocks_;
  std::vector<Reading> readings_;  ///< by operation
  std::uint32_t lost_first_ = 1, lost_last_ = 0;
  CorrectionCounters counters_;
  Upkeep upkeep_;
};

}  // namespace rainier::controller
