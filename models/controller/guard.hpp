#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "models/channel/flash_op.hpp"
#include "models/controller/command.hpp"
#include "models/controller/config.hpp"
#include "models/controller/correction.hpp"
#include "models/controller/power_loss.hpp"
#include "models/ftl/ftl.hpp"
#include "models/media/content.hpp"
#include "models/media/event_log.hpp"
#include "models/media/failures.hpp"
#include "models/media/page_store.hpp"
#include "models/media/parity.hpp"
#include "models/media/spares.hpp"
#include "sim/port/slab.hpp"
#include "sim/random/philox.hpp"

namespace rainier::controller {

class Controller;

/// What the guard has done since the drive was made; pages and units as the flash counts them.
struct GuardCounters {
  std::uint64_t reconstructed = 0;     ///< mapping units read by way of their stripe
  std::uint64_t uncorrectable = 0;     ///< units that neither the flash nor the stripe gave
  std::uint64_t mismatches = 0;        ///< units whose CRC or embedded LBA was not what it had to be
  std::uint64_t program_failures = 0;  ///< programs that did not take
  std::uint64_t erase_failures = 0;
  std::uint64_t rebuilt_blocks = 0, rebuilt_pages = 0, lost_pages = 0;
  std::uint64_t narrow_blocks = 0;  ///< spare blocks that share a channel with others of their stripes
  std::uint64_t shared_blocks = 0;  ///< of them, those that share a die: its failure may lose data
  std::uint64_t given_up = 0;       ///< superblocks whose blocks have become spare ones
  std::uint64_t faults = 0;         ///< that were asked for and have happened
};

/// Steps left out on purpose, to show that tests notice.
enum class Mutation : std::uint8_t {
  none,
  parity_not_updated,
  stale_map,
  merge_forgotten,
  copy_forgotten,
  erase_early,      ///< a copy counts as safe when its program begins
  erase_unordered,  ///< what is older is erased while what is newer is being programmed
  stale_recovery,   ///< a start now and then takes an older copy
  hold_up_stops,    ///< now and then a unit is not saved when the power goes
};

/// Keeps data safe from what fails: it knows the bytes (where data are real), what of the flash is lost, the
/// contents of the write buffer and of open parity; it reads by way of the stripe, rebuilds lost blocks into
/// spare ones and stops writes when those run short. A drive that carries no bytes and has no faults has
/// none, and pays one branch at each place that asks for it.
///   guard.cpp          assembly, counters
///   guard_data.cpp     bytes from the host to the flash and back
///   guard_reads.cpp    reads that fail, reconstruction
///   guard_rebuild.cpp  blocks that fail, and what they held
///   guard_spares.cpp   spare blocks, write protection
///   guard_faults.cpp   faults as input
///   archive.cpp        what outlasts the power
/// What a loss of power does is power_loss.hpp's.
class Guard {
 public:
  Guard(Controller& drive, std::uint64_t seed);

  bool real() const { return store_ != nullptr; }
  const GuardCounters& counters() const { return counters_; }
  const media::EventLog& log() const { return log_; }
  const media::Spares& spares() const { return spares_; }
  /// What reads make of bit errors; none where none are drawn.
  Correction* correction() { return correction_.get(); }
  const Correction* correction() const { return correction_.get(); }
  bool write_protected() const { return read_only_; }
  /// Whether lost blocks are being rebuilt or wait for it.
  bool rebuilding() const { return blocks_to_rebuild() > 0; }
  std::size_t blocks_to_rebuild() const { return jobs_.size() + lost_blocks_.size(); }
  /// Whether lost blocks wait for GC to free superblocks, whose blocks are to stand in for them.
  bool waits_for_blocks() const { return waits_for_blocks_; }
  void pump_rebuild();
  /// Calls f(die) for each block that is being rebuilt, with the die that it moves to.
  template <class F>
  void for_each_rebuilt(F&& f) const {
    for (const auto& [key, job] : jobs_) f(physical(job.first).die);
  }
  const media::Failures& failures() const { return failures_; }
  /// Of the map's; nothing that it held is moved. False if there is none to spare.
  bool replace_system_block(const media::Block& block);
  /// Whether pages are unreadable that only an erase makes good.
  bool has_bad_pages() const { return failures_.bad_units() > 0; }
  /// What knows of the loss of power; none where no fault is one.
  const PowerLoss* power() const { return power_.get(); }
  /// A loss of power may come that no fault announces. Before anything is written.
  void expect_power_loss() {
    if (!power_) power_ = std::make_unique<PowerLoss>(drive_, *this);
  }
  /// It is about to come, and nothing is under way.
  void announce_power_loss() { power_->announced(); }
  void power_step(std::uint32_t slot) { power_->step(slot); }
  std::size_t stored_units() const { return contents_.used(); }
  void mutate(Mutation mutation) { mutation_ = mutation; }

  // Where things are.
  /// Corrects the address of an operation for blocks that have been replaced.
  void route(channel::FlashOp& op) const;
  /// Placed, but not yet safe in the flash.
  bool is_buffered(ftl::Ppn ppn) const { return buffer_.contains(ppn); }
  /// Whether the page that holds the unit is whole in the flash, and its block not lost.
  bool is_in_flash(ftl::Ppn ppn) const;

  // Writes, in the order in which they happen.
  void data_in(std::uint32_t unit);
  void merge_nothing(std::uint32_t unit);
  void merge_buffered(std::uint32_t unit, ftl::Ppn from);
  void placed(std::uint32_t unit, const ftl::Placement& placement);
  void copied(ftl::Ppn source, const ftl::Placement& placement);
  /// It was read and finds no place.
  void drop_copy(ftl::Ppn source);
  void padded(const ftl::Placement& placement);
  /// Whether the program has to wait for its block.
  bool holds(std::uint32_t op);
  void submit_pair(std::uint32_t first, std::uint32_t second);
  /// False if it did not take, or was the guard's own: the guard has taken the operation over.
  bool programmed(std::uint32_t op);
  /// Whether no write can be placed any more.
  bool stuck() const { return stuck_; }
  void trimmed(ftl::Lpn lpn) {
    if (power_) power_->trimmed(lpn, ++sequence_);
  }
  void hold_back(std::uint32_t command) { power_->hold_back(command); }
  void abandon(std::uint32_t unit);

  // Reads.
  void submit_read(std::uint32_t op, ftl::Lpn lpn, std::uint32_t units);
  /// False if the guard has taken the operation over.
  bool read_ended(std::uint32_t op);
  void reconstructed(std::uint32_t reconstruction);
  void read_buffered(std::uint32_t command, ftl::Lpn lpn, ftl::Ppn ppn, std::uint32_t units);
  void read_nothing(std::uint32_t command, ftl::Lpn lpn);
  ftl::Ppn mutated(ftl::Ppn ppn);

  // Erases.
  void submit_erase(std::uint32_t op);
  void start_erase(std::uint32_t op);
  /// Whether the block can be used again: itself, or a spare one for it.
  bool erased(std::uint32_t op);

  // Faults.
  void command_ended();
  void fault(std::uint32_t number);
  /// Makes it happen now.
  void inject(const faults::Fault& fault);

  // The functional tier moves no bytes: they are lifted out before it writes and put back after.
  void lift();
  void settle(const std::vector<bool>& written);

  // What outlasts the power, for Controller::archive().
  void archive_blocks(Archive& archive);  ///< which there are: before anything else
  void archive(Archive& archive);
  /// Gives a unit of a drive that was just read its bytes back. False if it is not mapped: nothing happens.
  bool bring_back(ftl::Lpn lpn, const std::byte* bytes);

 private:
  friend class PowerLoss;
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  struct Copy {
    std::uint32_t content = media::no_content;
    bool poisoned = false;
  };
  /// What the guard knows of an operation under way.
  struct OpInfo {
    ftl::Lpn lpn = ftl::none;  ///< of its first unit
    std::uint32_t units = 1;
    std::uint32_t parent = nobody;  ///< the reconstruction it reads for
    bool rebuild = false;           ///< reads or programs a page of a block that is rebuilt
  };
  struct Reconstruction {
    std::uint32_t op = 0;               ///< what could not be read
    std::uint32_t first = 0, last = 0;  ///< its units that could not
    std::uint32_t left = 0, pages = 0;
    bool failed = false;
    std::vector<std::uint32_t> sums;  ///< of units first to last
  };
  /// A block of a superblock that is moved into a spare block, page by page, in order.
  struct Job {
    ftl::Ppn first = 0;  ///< of its column
    media::Block old;
    std::uint32_t next = 0, pages = 0;
    std::vector<std::uint32_t> contents;  ///< of the page on its way
    bool page_lost = false;
    bool busy = false;                   ///< a page is being read or programmed
    std::vector<std::uint32_t> waiting;  ///< programs that come after
  };

  // guard_data.cpp
  struct Range {
    std::uint32_t first, bytes;  ///< in the unit
    std::uint64_t in_memory;     ///< of the command
  };
  Range range(const Command& command, ftl::Lpn lpn) const;
  std::uint32_t& content_of(std::uint32_t unit);
  void fill(std::uint32_t unit, std::uint32_t from);
  void to_host(std::uint32_t command, ftl::Lpn lpn, std::uint32_t content);
  void buffer(ftl::Ppn ppn, std::uint32_t content);
  void take_parity(const ftl::Placement& placement);
  void store(const channel::FlashOp& op, std::uint32_t in_page, std::uint32_t content);
  std::uint32_t stored(const channel::FlashOp& op, std::uint32_t unit) const;
  std::uint64_t stored_at(ftl::Ppn ppn) const;
  void put(ftl::Ppn ppn, std::uint32_t content);
  void lay(ftl::Ppn ppn, std::uint32_t content);
  void buffer_open_pages();

  // guard_reads.cpp
  OpInfo& info(std::uint32_t op);
  bool is_bad(const channel::FlashOp& op, const OpInfo& about, std::uint32_t unit, std::uint32_t content);
  void reconstruct(std::uint32_t op, std::uint32_t first, std::uint32_t last);
  bool gather(Reconstruction& r, std::vector<ftl::Ppn>& reads);
  void child_ended(std::uint32_t op);
  /// Hands the read's units on; false if the guard keeps the operation.
  bool deliver(std::uint32_t op, const Reconstruction* by_stripe);
  std::optional<std::uint32_t> unit_of(std::uint32_t op, std::uint32_t unit, const Reconstruction* by_stripe);

  // guard_rebuild.cpp
  std::uint32_t column_key(ftl::Ppn ppn) const;
  ftl::Ppn first_of(ftl::Ppn ppn) const;
  media::Block physical(ftl::Ppn ppn) const;
  bool is_programmed(ftl::Ppn ppn) const;
  bool retire(ftl::Ppn first);
  void advance(std::uint32_t key);
  void page_read(std::uint32_t op, const Reconstruction* by_stripe);
  void page_programmed(std::uint32_t op);
  void finish(std::uint32_t key);
  void take_over(std::uint32_t op);
  void fail_program(std::uint32_t op);
  void log_failure(const char* of, const channel::FlashOp& op);
  bool fails_program(const channel::FlashOp& op);
  static bool fails_now(std::vector<std::uint32_t>& armed, std::uint32_t die);
  void lost_block(ftl::Ppn ppn);
  void find_lost(std::uint32_t die, std::uint32_t plane, std::optional<std::uint16_t> of = {});

  // guard_spares.cpp
  std::optional<media::Block> spare_for(ftl::Ppn first);
  bool spares_are_short() const;
  bool may_draw_on_space() const;
  bool draw_on_space();
  bool replace(ftl::Ppn first);
  void protect(bool finishes_writes);
  void begin_worn(double cycles);

  // guard_faults.cpp
  void draw_next(std::size_t number);
  std::array<std::uint32_t, faults::levels> place_of(const faults::Fault& fault);
  media::Block located(const std::array<std::uint32_t, faults::levels>& at) const;

  Controller& drive_;
  const ftl::Layout& layout_;
  media::Shape shape_;
  std::uint32_t shift_, in_page_;  ///< units of a page, as a shift and as a mask
  media::Contents contents_;
  std::unique_ptr<media::PageStore> store_;
  media::OpenParity parity_;
  media::Failures failures_;
  media::Spares spares_;
  media::EventLog log_;
  GuardCounters counters_;
  Philox random_;
  std::unique_ptr<Correction> correction_;
  std::uint64_t sequence_ = 0;
  std::vector<std::uint32_t> parts_;                    ///< contents of writes not yet placed, by their unit
  std::unordered_map<ftl::Ppn, std::uint32_t> buffer_;  ///< contents by place
  std::unordered_map<ftl::Ppn, Copy> copies_;           ///< read, not yet placed, by source
  std::set<ftl::Ppn> poisoned_;                         ///< copies of what was lost: reading them is an error
  std::vector<OpInfo> ops_;
  Slab<Reconstruction> reconstructions_;
  std::map<std::uint32_t, Job> jobs_;  ///< by column_key
  std::deque<ftl::Ppn> lost_blocks_;   ///< to be rebuilt, by the first unit of their column
  std::unordered_map<std::uint32_t, std::uint32_t> programs_out_;  ///< by column_key
  std::vector<std::uint32_t> failing_programs_, failing_erases_;   ///< dies whose next one fails
  bool read_only_ = false, stuck_ = false, waits_for_blocks_ = false;
  std::uint64_t surplus_;  ///< units of over-provisioning that the drive was made with
  Mutation mutation_ = Mutation::none;
  std::uint32_t mutations_ = 0;
  std::vector<faults::Fault> faults_;
  std::vector<std::uint64_t> due_;  ///< commands at which each fault happens next
  std::uint64_t next_due_ = ~std::uint64_t{0}, commands_ = 0;
  std::vector<std::uint32_t> lifted_;
  std::unique_ptr<PowerLoss> power_;
};

}  // namespace rainier::controller
