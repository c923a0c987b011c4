#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/kernel/event.hpp"

namespace rainier {

/// Events that happen to be asked for in the order of their times: a plain ring. Servers with a constant
/// service time produce such events, and a ring costs a tenth of a queue that sorts.
class Lane {
 public:
  Lane() : ring_(64) {}

  bool empty() const { return head_ == tail_; }
  std::size_t size() const { return tail_ - head_; }
  const Event& first() const { return ring_[head_ & (ring_.size() - 1)]; }
  /// Whether an event at `when` keeps the order.
  bool takes(Time when) const { return empty() || when >= last_; }

  void push(const Event& event) {
    if (size() == ring_.size()) [[unlikely]]
      grow();
    ring_[tail_++ & (ring_.size() - 1)] = event;
    last_ = event.when;
  }
  void drop() { ++head_; }

 private:
  [[gnu::cold, gnu::noinline]] void grow() {
    std::vector<Event> larger(2 * ring_.size());
    for (std::size_t i = head_; i != tail_; ++i)
      larger[i & (larger.size() - 1)] = ring_[i & (ring_.size() - 1)];
    ring_.swap(larger);
  }

  std::vector<Event> ring_;  ///< a power of two
  std::size_t head_ = 0, tail_ = 0;
  Time last_;
};

}  // namespace rainier
