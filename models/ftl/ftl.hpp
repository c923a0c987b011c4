#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "models/ftl/heat.hpp"
#include "models/ftl/layout.hpp"
#include "models/ftl/params.hpp"
#include "models/ftl/stream.hpp"
#include "models/ftl/superblocks.hpp"
#include "models/ftl/table.hpp"
#include "models/ftl/valid_pages.hpp"
#include "models/ftl/victim/victim.hpp"

namespace rainier {
class Archive;
}

namespace rainier::ftl {

/// Where a mapping unit was placed. `page_full`: its page is to be programmed now, with all its units.
/// `parity`: the first unit of the page that takes the parity of the stripe this page completed.
struct Placement {
  Ppn ppn = none;
  Ppn parity = none;
  bool page_full = false;
  std::uint8_t stream = 0;  ///< units of a page come from one stream
};
inline constexpr std::size_t streams = 3;

/// Pages moved since the drive was made, all in mapping units.
struct Counters {
  std::uint64_t host_writes = 0, copies = 0, parity = 0, trimmed = 0, erases = 0, victims = 0, levelling = 0;
  Counters operator-(const Counters& o) const {
    return {host_writes - o.host_writes, copies - o.copies,   parity - o.parity,      trimmed - o.trimmed,
            erases - o.erases,           victims - o.victims, levelling - o.levelling};
  }
  /// Write amplification of GC alone; parity comes on top. 0 before the first write.
  double write_amplification() const {
    return host_writes == 0 ? 0 : 1 + static_cast<double>(copies) / static_cast<double>(host_writes);
  }
};

/// The page-mapped FTL as a pure state machine: it decides where data go and never asks what time it is. The
/// timed tier turns its decisions into flash operations and reports their ends; the functional tier ends them
/// at once. 8 bytes and a bit a page; no allocation after construction.
class Ftl {
 public:
  /// @throws std::invalid_argument if GC could not make progress, with the numbers
  Ftl(const Layout& layout, const Params& params, std::uint32_t logical_pages, std::uint64_t seed);

  const Layout& layout() const { return layout_; }
  std::uint32_t logical_pages() const { return logical_pages_; }
  /// Another policy chooses GC's victims from here on.
  void use(std::unique_ptr<Victim> policy) { policy_ = std::move(policy); }
  const Counters& counters() const { return counters_; }
  const Superblocks& superblocks() const { return sb_; }
  std::uint32_t free_superblocks() const { return static_cast<std::uint32_t>(free_.size()); }

  /// The page that holds `lpn`, or `none`.
  Ppn lookup(Lpn lpn) const { return l2p_[lpn]; }
  void prefetch(Lpn lpn) const { l2p_.prefetch(lpn); }
  Lpn owner(Ppn ppn) const { return p2l_[ppn]; }

  /// Places a host page. No place (`ppn == none`) while the host must wait for GC: for copies that are
  /// overdue, or for a free superblock.
  [[gnu::always_inline]] Placement write(Lpn lpn) {
    const auto which = heat_.hot(lpn) ? hot : cold;
    if (victim_ != none && credit_ > debt_limit_) return {};
    if (streams_[which].room() == 0 && !open_for_host(which)) return {};
    heat_.count(lpn);
    ++counters_.host_writes;
    credit_ += pace_;
    return place(streams_[which], lpn);
  }
  /// Forgets `lpn`. False if it held nothing.
  bool trim(Lpn lpn);

  // Garbage collection, driven by whoever moves the data.
  /// False while next_copy() could only answer `none`. One comparison.
  bool collection_due() const { return credit_ >= due_at_; }
  /// The next page to copy, or `none` while there is nothing to collect or no token. Its copy is under way.
  Ppn next_copy() {
    while (prepare_scan()) {
      const Ppn first = layout_.ppn(victim_, 0);
      const std::uint32_t units = layout_.units();
      const Ppn found = valid_.next(first + scan_, first + units);
      if (found == first + units) {
        finish_scan();
        continue;
      }
      l2p_.prefetch(p2l_[found]);  // place_copy() comes when the page has been read
      scan_ = found + 1 - first;
      ++sb_.copies[victim_];
      ++unplaced_;
      credit_ = std::max<std::int64_t>(credit_ - token, 0);
      return found;
    }
    return none;
  }
  /// Places the copy of `source`, or nothing if the host has rewritten that page in the meantime.
  Placement place_copy(Ppn source) {
    --unplaced_;
    if (!valid_.contains(source)) return {};
    const Lpn lpn = p2l_[source];
    if (streams_[gc].room() == 0) open(gc);
    ++counters_.copies;
    return place(streams_[gc], lpn);
  }
  /// The superblock is to be collected before any other, whatever it gains: it holds what can't be read well.
  /// False if that is under way or was known, or it holds nothing.
  bool collect_first(std::uint32_t superblock);
  bool collects_first() const { return !first_.empty() || (victim_ != none && of_first_); }
  /// As many copies may go as may be under way, whether or not the host has paid for them.
  void pay() { credit_ = std::max(credit_, debt_limit_); }
  static constexpr std::uint8_t copy_stream = 2;
  /// Whether no copy is sure to follow those that have been placed.
  bool copies_rest() const { return unplaced_ == 0 && victim_ == none; }
  /// Whether copies wait in a page for others to fill it.
  bool copies_wait_for_page() const { return streams_[gc].in_page(); }
  /// Leaves the next unit of the copies' page empty. Needs copies_wait_for_page().
  Placement pad() {
    Stream& stream = streams_[gc];
    const std::uint32_t superblock = stream.superblock();
    const Stream::Taken taken = stream.take(layout_);
    return placed(stream, superblock, taken, pad_mark);
  }
  /// The copy out of `source` is safe, or needless.
  void end_copy(Ppn source) {
    const std::uint32_t victim = layout_.superblock(source);
    if (--sb_.copies[victim] == 0 && victim != victim_ && sb_.state[victim] == State::collecting)
      release(victim);
  }
  /// A superblock all of whose copies are safe, to be erased now, or `none`.
  std::uint32_t take_erasable();
  /// All blocks of the superblock are erased.
  void end_erase(std::uint32_t superblock);

  /// A program of `ppn` is under way, or has ended: an unfinished superblock is never collected.
  void begin_program(Ppn ppn) { ++sb_.programs[layout_.superblock(ppn)]; }
  void end_program(Ppn ppn) { --sb_.programs[layout_.superblock(ppn)]; }

  /// Units for data beyond what the host may map, as long as GC goes on.
  std::uint64_t surplus() const;
  /// Gives up a free superblock for good, so that its blocks may stand in for others; `none` while GC needs
  /// those that are free. The caller sees to it that there is a surplus.
  std::uint32_t give_up();

  /// Forgets all data (a secure erase); wear remains.
  void purge();
  /// All superblocks have been erased so often before: a drive that begins worn.
  void age(std::uint32_t erases) { std::fill(sb_.erases.begin(), sb_.erases.end(), erases); }

  /// Writes or reads the whole state; the FTL that reads was made with the same arguments. About 0.9 bytes of
  /// every four of the map are left after compression. @throws BadArchive if what is read is no such state
  void archive(Archive& archive);

  /// Pages programmed so far in the column (place in its row) of a superblock: how the functional tier leaves
  /// it.
  std::uint32_t programmed(std::uint32_t superblock, std::uint32_t column) const;

  /// Mapped pages, and the sum of the valid counts: equal at all times.
  std::uint64_t mapped() const { return mapped_; }
  std::uint64_t valid() const;
  /// Looks at every page: the map and its inverse agree, and so do the counts. For tests.
  bool consistent() const;

 private:
  friend class Functional;
  friend class Recovery;
  enum Which : std::uint8_t { hot, cold, gc = copy_stream };

  Placement place(Stream& stream, Lpn lpn) {
    const Ppn old = l2p_[lpn];
    if (old != none)
      lose(old);
    else
      ++mapped_;
    const std::uint32_t superblock = stream.superblock();
    const Stream::Taken taken = stream.take(layout_);
    const Ppn ppn = layout_.ppn(superblock, taken.unit);
    l2p_.set(lpn, ppn);
    valid_.insert(ppn);
    ++sb_.valid[superblock];
    return placed(stream, superblock, taken, lpn);
  }
  /// The page no longer holds what it held.
  void lose(Ppn ppn) {
    valid_.erase(ppn);
    --sb_.valid[layout_.superblock(ppn)];
  }
  Placement placed(Stream& stream, std::uint32_t superblock, const Stream::Taken& taken, Lpn owner) {
    Placement placement{layout_.ppn(superblock, taken.unit), none, taken.page_full,
                        static_cast<std::uint8_t>(&stream - streams_.data())};
    p2l_.set(placement.ppn, owner);
    if (taken.parity_page != none) placement.parity = mark_parity(superblock, taken.parity_page);
    if (stream.room() == 0) close(stream);
    return placement;
  }
  Ppn mark_parity(std::uint32_t superblock, std::uint32_t page) {
    const Ppn first = layout_.ppn(superblock, page << layout_.page_shift());
    for (std::uint32_t i = 0; i < layout_.units_per_page(); ++i) p2l_.set(first + i, parity_mark);
    counters_.parity += layout_.units_per_page();
    return first;
  }

  bool open_for_host(Which which);
  void open(Which which);
  std::uint32_t dies_shared_with_others(std::uint32_t superblock) const;
  void close(Stream& stream);
  /// Makes sure there is a victim with pages left to copy and a token to pay for one.
  bool prepare_scan() {
    if (victim_ == none && !choose_victim()) return false;
    if (sb_.valid[victim_] == 0) {
      finish_scan();
      return prepare_scan();
    }
    return credit_ >= token || free_superblocks() <= params_.gc.free_reserve;
  }
  void rebuild_map();
  void check_read() const;
  bool choose_victim();
  /// Whether collecting some superblock would free space.
  bool any_gains() const;
  static bool gains(const Layout& layout, std::uint32_t valid);
  void set_due();
  std::uint32_t take_first();
  void finish_scan();
  void release(std::uint32_t victim);
  void set_pace();
  /// Pages GC may place without another free superblock but those left.
  std::uint64_t copy_room() const {
    return streams_[gc].room() + std::uint64_t{free_superblocks()} * layout_.user_units();
  }
  std::uint64_t copy_debt() const { return unplaced_ + (victim_ == none ? 0 : sb_.valid[victim_]); }

  Layout layout_;
  Params params_;
  std::uint32_t logical_pages_;
  Table l2p_, p2l_;
  ValidPages valid_;
  Superblocks sb_;
  Heat heat_;
  std::array<Stream, streams> streams_;
  std::array<std::uint32_t, streams> before_;  ///< the superblock that each stream closed last, or `none`
  std::unique_ptr<Victim> policy_;
  std::vector<std::uint32_t> free_, erasable_;
  Counters counters_;
  std::uint64_t mapped_ = 0, closings_ = 0;

  static constexpr std::int64_t token = std::int64_t{1} << 32;
  std::int64_t credit_ = 0, pace_ = 0;
  std::int64_t debt_limit_;  ///< credit at which the host waits for the copies it has paid for
  std::int64_t due_at_ = 0;  ///< credit at which there is something to collect
  std::uint32_t victim_ = none, scan_ = 0;
  std::uint32_t victim_valid_ = 0;  ///< of the victim when it was chosen: what paces its collection
  bool levelling_ = false;
  std::vector<std::uint32_t> first_;  ///< superblocks to be collected before any other
  bool of_first_ = false;             ///< the victim is one of them
  std::uint32_t reclaiming_ = 0;      ///< superblocks on their way to free: scanned, draining or erasing
  std::uint64_t unplaced_ = 0;        ///< copies under way that have no place yet
};

}  // namespace rainier::ftl
