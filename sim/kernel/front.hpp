#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/kernel/event.hpp"

namespace rainier {

/// The sorted head of the wheel: the next few events, ready to leave. Equal times keep their order of arrival.
class Front {
 public:
  bool empty() const { return head_ == tail_; }
  const Event& first() const { return events_[head_]; }

  Event pop() {
    const Event event = events_[head_++];
    if (head_ == tail_) head_ = tail_ = 0;
    return event;
  }

  /// Inserts from the back. False, and nothing done, when more than `patience` events would have to move.
  bool insert(const Event& event) {
    make_room();
    std::size_t hole = tail_;
    const std::size_t limit = tail_ - head_ > patience ? tail_ - patience : head_;
    while (hole > limit && events_[hole - 1].when > event.when) --hole;
    if (hole == limit && hole > head_ && events_[hole - 1].when > event.when) return false;
    std::copy_backward(events_.begin() + at(hole), events_.begin() + at(tail_), events_.begin() + at(tail_ + 1));
    events_[hole] = event;
    ++tail_;
    return true;
  }

  /// Inserts whatever it costs: for the few events of a bucket.
  void load(const Event& event) {
    make_room();
    std::size_t hole = tail_++;
    for (; hole > head_ && events_[hole - 1].when > event.when; --hole) events_[hole] = events_[hole - 1];
    events_[hole] = event;
  }

  /// Where the part that insert() refused to move begins.
  Time crowd_begin() const { return events_[tail_ - patience - 1].when; }

  /// Hands every event from crowd_begin() on to `take`, in order, and forgets it.
  template <class Take>
  void give_crowd(Take&& take) {
    const Time begin = crowd_begin();
    std::size_t kept = tail_ - patience - 1;
    while (kept > head_ && events_[kept - 1].when == begin) --kept;
    for (std::size_t i = kept; i < tail_; ++i) take(events_[i]);
    tail_ = kept;
    if (head_ == tail_) head_ = tail_ = 0;
  }

 private:
  static constexpr std::size_t patience = 32;
  static std::ptrdiff_t at(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

  void make_room() {
    if (tail_ < events_.size()) return;
    if (head_ > events_.size() / 2) {
      std::copy(events_.begin() + at(head_), events_.begin() + at(tail_), events_.begin());
      tail_ -= head_;
      head_ = 0;
      return;
    }
    events_.resize(std::max<std::size_t>(64, 2 * events_.size()));
  }

  std::vector<Event> events_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace rainier
