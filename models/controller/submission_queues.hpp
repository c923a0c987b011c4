#pragma once

#include <cstdint>
#include <vector>

#include "models/controller/arbiter.hpp"
#include "models/controller/command.hpp"
#include "models/controller/params.hpp"
#include "models/link/link.hpp"
#include "sim/kernel/calendar.hpp"
#include "sim/port/slab.hpp"

namespace rainier::controller {

/// What the drive did for one submission queue.
struct SubmissionCounters {
  std::uint64_t commands = 0;   ///< fetched
  std::uint64_t doorbells = 0;  ///< of the tail
};

/// The submission queues of NVMe in host memory, their doorbells, and the unit of the drive that fetches
/// commands while the drive has room for them. Nothing is allocated after the start.
class SubmissionQueues {
 public:
  /// Events for a queue's doorbell go to `handler` with slot `first + queue`, those of room() with
  /// `first + queues`; commands that are in the drive go to `arrive`.
  SubmissionQueues(const Params& params, link::Link& link, Calendar& calendar, Slab<Command>& commands,
                   std::uint32_t handler, std::uint32_t arrive);

  /// The host has written the command's entry; it rings at `at`. Entries of one moment share a doorbell.
  void place(std::uint32_t command, Time at);
  /// An event of its own.
  void handle(std::uint32_t slot);
  /// A command leaves the drive at `at`.
  void leaves(Time at) { calendar_.at(at, handler_, first_ + queues()); }
  /// A command of many pages: its PRP list is in the drive.
  Time fetch_list(Time at, const Command& command);
  /// The host has taken completions off the queue: the doorbell of its head.
  void taken(Time at) {
    ++head_doorbells_;
    link_.doorbell(at);
  }
  /// The drive has lost its power: nothing is left in the queues.
  void forget();

  std::uint32_t queues() const { return static_cast<std::uint32_t>(queues_.size()); }
  const SubmissionCounters& counters(std::uint32_t queue) const { return queues_[queue].counters; }
  std::uint64_t fetched() const;
  std::uint64_t doorbells() const;  ///< of tails and heads
  std::uint64_t list_bytes() const { return list_bytes_; }

 private:
  struct Queue {
    std::vector<std::uint32_t> entries;            ///< a ring of commands
    std::vector<std::uint32_t> bells;              ///< a ring of tails whose doorbells are on their way
    std::uint32_t head = 0, tail = 0, placed = 0;  ///< fetched, known to the drive, written by the host
    std::uint32_t first_bell = 0, ringing = 0;
    Time rung_at;
    SubmissionCounters counters;
  };

  std::uint32_t after(std::uint32_t index, std::uint32_t n = 1) const {
    const std::uint32_t sum = index + n;
    return sum < depth_ ? sum : sum - depth_;
  }
  void fetch();

  link::Link& link_;
  Calendar& calendar_;
  Slab<Command>& commands_;
  std::uint32_t handler_, first_, arrive_, depth_, room_;
  std::uint64_t page_bytes_;
  Arbiter arbiter_;
  std::vector<Queue> queues_;
  std::uint32_t slots_;
  std::uint64_t head_doorbells_ = 0, list_bytes_ = 0;
};

}  // namespace rainier::controller
