#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "models/channel/flash_op.hpp"
#include "models/ftl/recovery.hpp"
#include "models/media/page_store.hpp"
#include "sim/port/huge_array.hpp"

namespace rainier::controller {

class Controller;
class Guard;

struct PowerCounters {
  std::uint64_t losses = 0;              ///< of power
  std::uint64_t failed_commands = 0;     ///< under way when the power went
  std::uint64_t lost_units = 0;          ///< acknowledged, and not found afterwards
  std::uint64_t undone_trims = 0;        ///< trimmed units that hold data again
  std::uint64_t broken_pages = 0;        ///< programs cut off, and pages that share their cells
  std::uint64_t held_units = 0;          ///< saved by the hold-up
  std::uint64_t pages_searched = 0;      ///< for metadata
  std::uint64_t search_retries = 0;      ///< further reads of them, for bit errors
  std::uint64_t searched_by_stripe = 0;  ///< mapping units whose metadata only their stripe gave
  std::uint64_t orderly = 0;             ///< ends of power that the host had announced
  Time down;                             ///< from each loss until commands are taken again, in all
  Time last_down;                        ///< of the last one
  Time longest_hold_up;                  ///< of those that the capacitors had to last for
  std::int64_t hold_up_picojoules = 0;   ///< the most that they had to deliver, idle power included
};

/// A loss of power at any event, and the start after it.
///   - Commands under way end with an error at once; those that come later wait. What the host's interrupt
///   has
///     not been told of by then counts as under way, unless its completion is in host memory.
///   - The hold-up lets programs that are in an array end, then saves the units that wait for their program,
///     oldest first, and the list of trims, a page at a time on all dies. What it does not get to is lost.
///   - A program cut off leaves its page unreadable, and of two-bit cells the page that shares them. An erase
///     cut off leaves its block to be erased again. The rebuild of a lost block goes on where it was.
///   - At the start the map is rebuilt from the metadata of the pages, read over all channels at once; then
///     what the hold-up saved is written, then commands are taken. Superblocks that were not written to their
///     end are collected first, as their last stripes may lack parity.
/// Where writes are acknowledged when they are in the flash, nothing is erased while the program of something
/// newer is under way: it may be cut off.
class PowerLoss {
 public:
  PowerLoss(Controller& drive, Guard& guard);

  const PowerCounters& counters() const { return counters_; }
  /// Whether the drive takes no commands.
  bool is_down() const { return state_ != State::on; }
  /// Whether a stripe of the superblock may lack pages or parity.
  bool is_torn(std::uint32_t superblock) const { return torn_[superblock]; }
  bool any_torn() const { return torn_superblocks_ > 0; }
  /// The command waits until the drive has started.
  void hold_back(std::uint32_t command) { waiting_.push_back(command); }
  /// Steps of a start, by the slot of the event.
  void step(std::uint32_t slot);
  static constexpr std::uint32_t cut_slot = 0;

  /// The power is about to go, and nothing is under way.
  void announced() { ++counters_.orderly; }
  /// What outlasts it.
  void archive(Archive& archive);

  // What the guard tells.
  void placed(std::uint32_t unit, ftl::Ppn ppn, std::uint64_t write);
  void copied(ftl::Ppn source, ftl::Ppn ppn);
  void programmed(const channel::FlashOp& op);
  void erased(std::uint32_t superblock);
  void trimmed(ftl::Lpn lpn, std::uint64_t write);
  void abandoned(std::uint32_t unit);
  /// Whether the erase waits for programs: it is submitted when they have ended.
  bool holds_erase(std::uint32_t op);
  /// The functional tier has written.
  void settled();

  /// Closed form: the time to read (or program) `pages` pages by the dies of a drive, the channels' buses
  /// shared. `array` and `transfer` are of all pages of a die and of one page.
  struct Work {
    std::uint64_t pages = 0;
    Time array;
  };
  Time read_time(const std::vector<Work>& by_die, Time transfer) const;
  Time save_time(std::uint64_t pages) const;

 private:
  enum class State : std::uint8_t { on, starting, writing_back };
  enum : std::uint32_t { ready_slot = 10, resume_slot, tidy_slot, first_erase_slot };
  /// A unit that the hold-up has saved, and the place it had in the buffer.
  struct Saved {
    ftl::Lpn lpn;
    std::uint32_t write, content;
    ftl::Ppn ppn;
  };

  void cut();
  void fail_commands();
  Time hold_up();
  void stop(const channel::FlashOp& op, bool ends);
  void break_page(const channel::FlashOp& op);
  std::uint64_t save(Time left, Time& spent);
  void account(Time spent, double left_of_programs, std::uint64_t saved_pages);
  void forget();
  void recover(Time held);
  std::vector<std::uint32_t> pages_of(std::uint32_t superblock) const;
  ftl::Recovery::Kind kind_of(std::uint32_t superblock, const std::vector<std::uint32_t>& pages) const;
  void search(std::uint32_t superblock, const std::vector<std::uint32_t>& pages, ftl::Recovery& recovery);
  bool is_unreadable(std::uint32_t die, nand::PageAddress at, ftl::Ppn ppn) const;
  bool stripe_gives(ftl::Ppn ppn) const;
  Time search_flash(const std::vector<std::vector<std::uint32_t>>& pages);
  void search_column(std::uint32_t superblock, std::uint32_t column, std::uint32_t pages,
                     std::vector<Work>& work);
  void ask_stripe(ftl::Ppn lost, std::vector<Work>& work);
  void add_read(Work& work, std::uint32_t page) const;
  Time spend(Time span, std::uint64_t reads, std::uint64_t bytes);
  void count_lost(const ftl::Recovery& recovery);
  void restart_rebuilds();
  void write_back();
  void keep_buffered(ftl::Recovery& recovery);
  void name_unreadable(ftl::Recovery& recovery);
  void ready();
  void resume();
  void tidy();
  void ended_writing_back();
  void end_write(std::uint32_t write);

  Controller& drive_;
  Guard& guard_;
  PowerCounters counters_;
  State state_ = State::on;
  Time cut_at_;
  HugeArray<std::uint32_t> writes_;        ///< number of the write that each unit of the flash holds
  HugeArray<std::uint32_t> acknowledged_;  ///< by LPN, the last write that the host can count on
  std::vector<Time> changed_at_;           ///< by superblock
  std::vector<bool> torn_, half_erased_;   ///< superblocks
  std::uint32_t torn_superblocks_ = 0;
  std::unordered_set<ftl::Ppn> copies_;  ///< placed and not programmed: their sources still are
  std::set<std::uint32_t> under_way_;    ///< host writes placed and not programmed
  struct HeldErase {
    std::uint32_t op, after;
  };
  std::vector<HeldErase> held_erases_;  ///< wait for all writes up to a number
  std::unordered_map<ftl::Lpn, std::uint32_t> trims_, saved_trims_;
  std::vector<Saved> saved_;
  std::unordered_set<ftl::Ppn> uncorrected_;  ///< units whose metadata the last search did not read
  std::vector<Saved> unreadable_;             ///< acknowledged, found by a start where nothing gives it
  std::uint32_t writer_;                      ///< the internal command that writes back, or none
  std::size_t writing_back_ = 0;
  std::vector<std::uint32_t> waiting_;
  std::uint64_t failed_now_ = 0;  ///< commands that the last loss has ended
};

}  // namespace rainier::controller
