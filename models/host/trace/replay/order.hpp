#pragma once

#include <cstdint>
#include <deque>
#include <queue>
#include <vector>

#include "models/host/trace/replay/selection.hpp"

namespace rainier::trace {

/// The requests of a trace by time; those of equal times in the trace's order. It holds as many as the
/// window, so it can repair a request that stands up to that many places too late; one that stands even later
/// is an error, or goes at the time of the one before it.
///
/// What is in order already costs no sorting: it waits in a queue, and only stragglers go through a heap.
class Order {
 public:
  explicit Order(const StreamOptions& options)
      : selection_(options), window_(std::max<std::size_t>(options.window, 1)), late_(options.late) {}

  bool next(Record& record) {
    while (!ended_ && queue_.size() + heap_.size() < window_) take();
    if (queue_.empty() && heap_.empty()) return false;
    if (heap_.empty() || (!queue_.empty() && heap_.top() > queue_.front())) {
      record = queue_.front().record;
      queue_.pop_front();
    } else {
      record = heap_.top().record;
      heap_.pop();
    }
    if (released_ && record.time < last_) repair(record);
    released_ = true;
    last_ = record.time;
    return true;
  }

  const Selection& selection() const { return selection_; }
  std::uint64_t stragglers() const { return stragglers_; }  ///< found out of order
  std::uint64_t clamped() const { return clamped_; }

 private:
  struct Waiting {
    Record record;
    std::uint64_t number;
    bool operator>(const Waiting& o) const {
      return record.time != o.record.time ? record.time > o.record.time : number > o.number;
    }
  };

  void take();
  void repair(Record& record);

  Selection selection_;
  std::size_t window_;
  Late late_;
  std::deque<Waiting> queue_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> heap_;
  std::uint64_t number_ = 0, stragglers_ = 0, clamped_ = 0;
  bool ended_ = false, released_ = false;
  Time last_;
};

}  // namespace rainier::trace
