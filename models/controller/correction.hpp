#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/channel/flash_op.hpp"
#include "models/controller/upkeep.hpp"
#include "models/ftl/ftl.hpp"
#include "models/reliability/bit_errors.hpp"
#include "models/reliability/error_draw.hpp"
#include "models/reliability/places.hpp"
#include "models/reliability/retention_clock.hpp"
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

/// Bit errors of the timed path. What can't be corrected is read again with thresholds a step further, each
/// step a read of the codewords that failed; what no step corrects is the stripe's. A codeword's place among
/// its like stays from its program to its erase: one that fails where one in a thousand does fails in each
/// read, until its thresholds move or its errors grow with time, the warmer the faster, and with reads; and
/// it is corrected by the first step at which fewer fail.
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

  /// What a start makes of the metadata of a block, a codeword of each mapping unit of its first pages: calls
  /// found(page, further reads, units lost, a bit each) for each page that the first read does not give.
  template <class Found>
  void search(channel::FlashOp first, std::uint32_t pages, Found&& found);

  /// The functional tier has written.
  void restored();
  /// What outlasts the power: after restored().
  void archive(Archive& archive);
  /// So many years pass for what is in the flash now, at the temperature of the parameters.
  void age(double years);
  /// The flash is as warm as the drive's thermal model says, from now on.
  void warm(Time now);
  /// A block is erased.
  void erased(ftl::Ppn ppn);
  /// Its content has been written anew into another.
  void moved(ftl::Ppn ppn);
  /// Whether the block fails at this erase.
  bool wears_out(ftl::Ppn ppn);
  /// How many blocks, one in place of the other, have failed to erase in one place by so many cycles, up to
  /// `most`.
  std::uint64_t worn_out_by(double cycles, std::uint64_t most);
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
    double erased_at = 0;         ///< years of the clock
    std::uint32_t reads = 0;      ///< since then
    std::uint32_t version = 0;    ///< of its content
    float held = 0;               ///< years at 40 degrees that its old pages had aged before
    std::uint16_t old_pages = 0;  ///< the first so many
    std::uint8_t steps = 0;       ///< of its thresholds from those of a fresh page
  };
  struct Superblock {
    double wear = 0;
    std::uint32_t erases = 0;
  };
  /// A read on its way through the steps.
  struct Reading {
    double level = 1;             ///< those of its codewords fail whose place is below this
    std::uint16_t codewords = 0;  ///< that the first read took
    std::uint16_t failing = 0;
    std::uint8_t step = 0, begun_at = 0;
  };
  /// Where the codewords of a read stand, from the first that it takes.
  struct PlaceOf {
    const reliability::Places& places;
    std::uint32_t page, version, first;
    double operator()(std::uint32_t codeword) const { return places.of(page, version, first + codeword); }
  };

  std::uint32_t key_of(ftl::Ppn ppn) const {
    return layout_.superblock(ppn) * layout_.row() + layout_.column(ppn);
  }
  /// Of a block that has been erased so often, to have failed by then; there is a law of wear.
  double hazard_by(double cycles) const;
  double rber(const channel::FlashOp& op, std::uint32_t steps);
  std::uint32_t codewords(const channel::FlashOp& op) const;
  PlaceOf place_of(const channel::FlashOp& op) const;
  void read_further(const channel::FlashOp& op, Reading& reading, double fails);
  void lose(const channel::FlashOp& op, const Reading& reading, std::uint32_t units);
  void start_anew(Block& block, std::uint32_t versions);
  void corrected(const channel::FlashOp& op, Reading& reading);
  void refresh(ftl::Ppn ppn);
  const nand::Params& nand_params() const;
  static std::uint32_t thresholds(std::uint32_t begun_at, std::uint32_t step);

  friend class Upkeep;
  Controller& drive_;
  const ftl::Layout& layout_;
  reliability::Params params_;
  reliability::BitErrors errors_;
  reliability::ErrorDraw draw_;
  reliability::Places places_;
  reliability::RetentionClock clock_;
  Philox random_;
  std::uint32_t codewords_per_unit_;
  double codeword_bytes_;      ///< on the channel
  std::uint32_t refresh_at_;   ///< errors of a codeword; 0 for never
  std::vector<Block> blocks_;  ///< by superblock and column
  std::vector<Superblock> superblocks_;
  std::vector<Reading> readings_;  ///< by operation
  std::uint32_t lost_first_ = 1, lost_last_ = 0;
  CorrectionCounters counters_;
  Upkeep upkeep_;
};

template <class Found>
void Correction::search(channel::FlashOp o, std::uint32_t pages, Found&& found) {
  Block& block = blocks_[key_of(o.ppn)];
  const nand::Params& nand = nand_params();
  const std::uint32_t units = layout_.units_per_page();
  std::array<double, 4> failures;  // of lower and upper, new and old pages
  failures.fill(-1);
  for (std::uint32_t page = 0; page < pages; ++page, o.ppn += layout_.row() << layout_.page_shift()) {
    o.at.page = static_cast<std::uint16_t>(page);
    double& fails = failures[(nand.is_upper(page) ? 1 : 0) + (page < block.old_pages ? 2 : 0)];
    if (fails < 0) fails = draw_.failure(rber(o, block.steps));
    const PlaceOf place = place_of(o);
    double level = fails;
    const auto lost = [&] {
      std::uint64_t bits = 0;
      for (std::uint32_t unit = 0; unit < units; ++unit)
        bits |= std::uint64_t{place(unit * codewords_per_unit_) < level} << unit;
      return bits;
    };
    std::uint64_t bits = lost();
    if (bits == 0) continue;
    std::uint32_t step = 0;
    while (bits != 0 && step < params_.retry.steps) {
      level = std::min(level, draw_.failure(rber(o, thresholds(block.steps, ++step))));
      bits = lost();
    }
    found(page, step, bits);
  }
  block.reads += pages;
}

}  // namespace rainier::controller
