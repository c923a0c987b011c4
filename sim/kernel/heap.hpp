#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/kernel/event.hpp"

namespace rainier {

/// The reference queue: a binary heap ordered by time, then by order of arrival through a 64-bit sequence.
/// Slower than the wheel, and plain enough to be trusted on sight.
class Heap {
 public:
  void push(Event event) {
    std::size_t hole = keys_.size();
    const Key key{event, sequence_++};
    keys_.push_back(key);
    while (hole > 0 && key.before(keys_[(hole - 1) / 2])) {
      keys_[hole] = keys_[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    keys_[hole] = key;
  }

  bool empty() const { return keys_.empty(); }
  std::size_t size() const { return keys_.size(); }
  Time next() const { return keys_.front().event.when; }

  Event pop() {
    const Event first = keys_.front().event;
    const Key last = keys_.back();
    keys_.pop_back();
    if (!keys_.empty()) sink(last);
    return first;
  }

 private:
  struct Key {
    Event event;
    std::uint64_t sequence;
    bool before(const Key& o) const {
      return event.when != o.event.when ? event.when < o.event.when : sequence < o.sequence;
    }
  };

  void sink(const Key& key) {
    std::size_t hole = 0;
    for (std::size_t child = 1; child < keys_.size(); child = 2 * hole + 1) {
      if (child + 1 < keys_.size() && keys_[child + 1].before(keys_[child])) ++child;
      if (key.before(keys_[child])) break;
      keys_[hole] = keys_[child];
      hole = child;
    }
    keys_[hole] = key;
  }

  std::vector<Key> keys_;
  std::uint64_t sequence_ = 0;
};

}  // namespace rainier
