#pragma once

#include <cstdint>
#include <vector>

namespace rainier::ftl {

/// Where data written in order lie: runs of logical units, in a ring by logical address that begins at the
/// write position, so that what is overwritten next is first. Every operation costs O(1) for each run it
/// touches.
class BulkExtents {
 public:
  explicit BulkExtents(std::uint32_t superblocks) : live_(superblocks, 0), first_of_(superblocks, nobody) {}

  bool empty() const { return head_ == nobody; }
  /// Units of the superblock that hold data written in order.
  std::uint32_t live(std::uint32_t superblock) const { return live_[superblock]; }

  /// The units from `start` on are written, to `superblock`. Forgets who held them: `lost(superblock)` for
  /// each run that became shorter. Units come in order, from 0 again after the last; a call does not wrap.
  template <class Lost>
  void write(std::uint32_t start, std::uint32_t count, std::uint32_t superblock, Lost&& lost) {
    const std::uint32_t end = start + count;
    while (head_ != nobody && runs_[head_].start >= start && runs_[head_].start < end) {
      Run& run = runs_[head_];
      const std::uint32_t cut = run.length < end - run.start ? run.length : end - run.start;
      const std::uint32_t loser = run.superblock;
      live_[loser] -= cut;
      run.start += cut;
      run.length -= cut;
      if (run.length == 0) remove(head_);
      lost(loser);
    }
    live_[superblock] += count;
    if (head_ != nobody) {
      Run& last = runs_[runs_[head_].before];
      if (last.superblock == superblock && last.start + last.length == start) {
        last.length += count;
        return;
      }
    }
    insert({start, count, superblock}, head_);
  }

  /// Moves up to `room` units from one superblock to another. Returns how many.
  std::uint32_t move(std::uint32_t from, std::uint32_t to, std::uint32_t room) {
    std::uint32_t moved = 0;
    while (first_of_[from] != nobody && moved < room) {
      const std::uint32_t at = first_of_[from];
      if (runs_[at].length > room - moved) split(at, room - moved);
      unlink(at);
      runs_[at].superblock = to;
      link(at);
      moved += runs_[at].length;
    }
    live_[from] -= moved;
    live_[to] += moved;
    return moved;
  }

  void clear() {
    runs_.clear();
    free_ = head_ = nobody;
    live_.assign(live_.size(), 0);
    first_of_.assign(first_of_.size(), nobody);
  }

 private:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  struct Run {
    std::uint32_t start, length, superblock;
    std::uint32_t before = nobody, after = nobody;   ///< in the ring by address
    std::uint32_t previous = nobody, next = nobody;  ///< in the list of its superblock
  };

  /// Before `place` in the ring; before the head is the end of the ring.
  std::uint32_t insert(const Run& run, std::uint32_t place) {
    std::uint32_t at = free_;
    if (at == nobody) {
      at = static_cast<std::uint32_t>(runs_.size());
      runs_.push_back(run);
    } else {
      free_ = runs_[at].after;
      runs_[at] = run;
    }
    if (place == nobody) {
      head_ = runs_[at].before = runs_[at].after = at;
    } else {
      const std::uint32_t before = runs_[place].before;
      runs_[at].before = before;
      runs_[at].after = place;
      runs_[before].after = runs_[place].before = at;
    }
    link(at);
    return at;
  }
  void remove(std::uint32_t at) {
    unlink(at);
    const Run run = runs_[at];
    runs_[run.before].after = run.after;
    runs_[run.after].before = run.before;
    if (head_ == at) head_ = run.after == at ? nobody : run.after;
    runs_[at].after = free_;
    free_ = at;
  }
  /// Leaves `length` units in the run and makes another of the rest.
  void split(std::uint32_t at, std::uint32_t length) {
    const Run run = runs_[at];
    runs_[at].length = length;
    insert({run.start + length, run.length - length, run.superblock}, run.after);
  }
  void link(std::uint32_t at) {
    Run& run = runs_[at];
    run.previous = nobody;
    run.next = first_of_[run.superblock];
    if (run.next != nobody) runs_[run.next].previous = at;
    first_of_[run.superblock] = at;
  }
  void unlink(std::uint32_t at) {
    const Run& run = runs_[at];
    if (run.next != nobody) runs_[run.next].previous = run.previous;
    (run.previous == nobody ? first_of_[run.superblock] : runs_[run.previous].next) = run.next;
  }

  std::vector<Run> runs_;
  std::vector<std::uint32_t> live_, first_of_;
  std::uint32_t head_ = nobody;  ///< the run at or after the write position
  std::uint32_t free_ = nobody;
};

}  // namespace rainier::ftl
