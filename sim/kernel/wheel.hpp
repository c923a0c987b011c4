#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/kernel/event.hpp"
#include "sim/kernel/front.hpp"
#include "sim/kernel/invariant.hpp"

namespace rainier {

/// The event queue: an exact hierarchical timing wheel of 64 buckets a level with one bitmap a level, and a
/// short sorted front. Any time from 0 to Time::max() is accepted; equal times leave in order of arrival.
///
/// A level's bucket spans 64^level picoseconds. Events before the frontier stand in the front, the others in
/// the bucket of the highest base-64 digit in which they differ from the base. When the front is empty the
/// first bucket becomes the front if it holds few events, else it is spread one level down. So the resolution
/// follows the density of events, and a bucket of width one picosecond is rarely reached.
///
/// Cost: about constant per event; nodes come from a slab that grows by doubling and is never given back.
class Wheel {
 public:
  void push(Event event) {
    ++size_;
    if (ticks(event) >= frontier_) return place(take(event), ticks(event));
    while (!front_.insert(event)) spill(event);
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// The time of the earliest event; the queue must not be empty. May move events to the front.
  Time next() {
    if (front_.empty()) refill();
    return front_.first().when;
  }

  Event pop() {
    if (front_.empty()) refill();
    --size_;
    return front_.pop();
  }

 private:
  static constexpr unsigned digit_bits = 6;
  static constexpr unsigned buckets = 1U << digit_bits;
  static constexpr unsigned levels = 11;  // 66 bits hold any 63-bit time
  static constexpr std::uint32_t few = 16;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Node {
    Event event;
    std::uint32_t next;
  };
  struct Bucket {
    std::uint32_t head = none;
    std::uint32_t tail = none;
    std::uint32_t count = 0;
  };

  static std::uint64_t ticks(const Event& event) { return static_cast<std::uint64_t>(event.when.ps()); }
  static unsigned digit(std::uint64_t time, unsigned level) { return time >> (level * digit_bits) & (buckets - 1); }
  /// The highest level at which two times differ; 0 when they are equal.
  static unsigned level_of(std::uint64_t a, std::uint64_t b) {
    return (63U - static_cast<unsigned>(std::countl_zero((a ^ b) | 1U))) / digit_bits;
  }

  std::uint32_t take(const Event& event) {
    if (free_ == none) grow();
    const std::uint32_t node = free_;
    free_ = nodes_[node].next;
    nodes_[node].event = event;
    return node;
  }

  void grow() {
    const auto old = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t wanted = old == 0 ? 256 : 2 * old;
    invariant(wanted > old, "more than four billion events are pending");
    nodes_.resize(wanted);
    for (std::uint32_t node = old; node < wanted; ++node) nodes_[node].next = node + 1 < wanted ? node + 1 : none;
    free_ = old;
  }

  void place(std::uint32_t node, std::uint64_t when) {
    const unsigned level = level_of(when, base_);
    append(level, digit(when, level), {node, node, 1});
  }

  /// Appends a list of nodes to a bucket; the link of its last node is set here.
  void append(unsigned level, unsigned slot, Bucket list) {
    Bucket& bucket = wheel_[level][slot];
    nodes_[list.tail].next = none;
    if (bucket.count == 0) {
      bucket = list;
      occupied_[level] |= std::uint64_t{1} << slot;
      levels_ |= 1U << level;
      return;
    }
    nodes_[bucket.tail].next = list.head;
    bucket.tail = list.tail;
    bucket.count += list.count;
  }

  Bucket detach(unsigned level, unsigned slot) {
    const Bucket list = wheel_[level][slot];
    wheel_[level][slot].count = 0;
    occupied_[level] &= occupied_[level] - 1;
    if (occupied_[level] == 0) levels_ &= ~(1U << level);
    return list;
  }

  /// Moves the earliest bucket to the front, spreading crowded ones over the levels below.
  void refill() {
    invariant(levels_ != 0, "the next event of an empty queue was asked for");
    for (;;) {
      const unsigned level = static_cast<unsigned>(std::countr_zero(levels_));
      const unsigned slot = static_cast<unsigned>(std::countr_zero(occupied_[level]));
      const Bucket list = detach(level, slot);
      const unsigned shift = level * digit_bits;
      base_ = (((base_ >> shift) & ~std::uint64_t{buckets - 1}) | slot) << shift;
      if (list.count <= few || level == 0) {
        frontier_ = base_ + (std::uint64_t{1} << shift);
        return to_front(list);
      }
      for (std::uint32_t node = list.head; node != none;) {
        const std::uint32_t following = nodes_[node].next;
        place(node, ticks(nodes_[node].event));
        node = following;
      }
    }
  }

  void to_front(const Bucket& list) {
    for (std::uint32_t node = list.head; node != none; node = nodes_[node].next) front_.load(nodes_[node].event);
    nodes_[list.tail].next = free_;
    free_ = list.head;
  }

  /// The front is too crowded behind `event`: give its far part back to the wheel.
  void spill(const Event& event) {
    frontier_ = static_cast<std::uint64_t>(front_.crowd_begin().ps());
    if (frontier_ < base_) rewind(ticks(event));
    front_.give_crowd([this](const Event& far) { place(take(far), ticks(far)); });
  }

  /// Moves the base back to an earlier time: what stood on the lower levels shares one bucket from there.
  void rewind(std::uint64_t earlier) {
    const unsigned top = level_of(earlier, base_);
    const unsigned slot = digit(base_, top);
    base_ = earlier;
    while (levels_ & ((1U << top) - 1)) {
      const unsigned level = static_cast<unsigned>(std::countr_zero(levels_));
      append(top, slot, detach(level, static_cast<unsigned>(std::countr_zero(occupied_[level]))));
    }
  }

  Front front_;
  std::uint64_t frontier_ = 0;  ///< the front holds every event before it, the wheel the others
  std::uint64_t base_ = 0;      ///< no event of the wheel is before it
  std::size_t size_ = 0;
  std::uint32_t levels_ = 0;  ///< which levels have an occupied bucket
  std::uint32_t free_ = none;
  std::array<std::uint64_t, levels> occupied_{};
  std::vector<Node> nodes_;
  std::array<std::array<Bucket, buckets>, levels> wheel_{};
};

}  // namespace rainier
