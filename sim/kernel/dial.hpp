#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/kernel/bitmap.hpp"
#include "sim/kernel/event.hpp"
#include "sim/kernel/invariant.hpp"

namespace rainier {

/// The near future: 4,096 buckets of 131 ns around the present, 537 us in all, which holds nearly every
/// event of a drive. A bucket is a list in the order of time, equal times in order of arrival; it seldom has
/// more than one event, so an event costs a link and a bit on its way in and on its way out.
class Dial {
 public:
  /// Buckets from `now` to `when`, which is not before it; there is a place for what is nearer than `reach`.
  static std::uint64_t distance(Time now, Time when) { return tick(when) - tick(now); }
  static constexpr std::uint32_t reach = 4'096;

  bool empty() const { return occupied_.empty(); }
  /// Counts the nodes that are free.
  std::size_t size() const {
    std::size_t used = nodes_.size();
    for (std::uint32_t number = free_; number != none; number = nodes_[number].next) --used;
    return used;
  }

  /// An event in reach from now and from the earliest one. Its parts come one by one: put together on the
  /// stack they would be read back as a whole, which stalls until the writes are through.
  void push(Time when, std::uint32_t handler, std::uint32_t slot) {
    if (free_ == none) [[unlikely]]
      grow();
    const std::uint32_t number = free_;
    Node& node = nodes_[number];
    free_ = node.next;
    node.event.when = when;
    node.event.handler = handler;
    node.event.slot = slot;
    const std::uint32_t place = tick(when) % buckets;
    Bucket& bucket = buckets_[place];
    if (!occupied_.contains(place)) {
      occupied_.insert(place);
      bucket = {number, number};
      return;
    }
    Node& last = nodes_[bucket.last];
    if (when < last.event.when) return sort_in(bucket, number);
    last.next = number;
    bucket.last = number;
  }

  /// The earliest event, which is not before `now`. The dial must not be empty.
  const Event& first(Time now) {
    first_ = occupied_.first_from(tick(now) % buckets);
    return nodes_[buckets_[first_].first].event;
  }
  /// Forgets what first() has just answered.
  void drop() {
    Bucket& bucket = buckets_[first_];
    const std::uint32_t number = bucket.first;
    if (number == bucket.last)
      occupied_.erase(first_);
    else
      bucket.first = nodes_[number].next;
    nodes_[number].next = free_;
    free_ = number;
  }

 private:
  static constexpr unsigned tick_bits = 17;
  static constexpr std::uint32_t buckets = reach;
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  struct Node {
    Event event;
    std::uint32_t next = none;  ///< of its bucket but for the last, or of the free ones
  };
  struct Bucket {
    std::uint32_t first = none, last = none;
  };

  static std::uint64_t tick(Time when) { return static_cast<std::uint64_t>(when.ps()) >> tick_bits; }

  /// For an event before the last of its bucket.
  [[gnu::noinline]] void sort_in(Bucket& bucket, std::uint32_t number) {
    const Time when = nodes_[number].event.when;
    std::uint32_t* link = &bucket.first;
    while (nodes_[*link].event.when <= when) link = &nodes_[*link].next;
    nodes_[number].next = *link;
    *link = number;
  }

  [[gnu::cold, gnu::noinline]] void grow() {
    const std::size_t old = nodes_.size();
    const std::size_t wanted = old == 0 ? 256 : 2 * old;
    invariant(wanted < none, "four billion events are pending");
    nodes_.resize(wanted);
    for (std::size_t number = wanted; number-- > old;) {
      nodes_[number].next = free_;
      free_ = static_cast<std::uint32_t>(number);
    }
  }

  std::vector<Node> nodes_;
  std::uint32_t free_ = none;
  std::uint32_t first_ = 0;  ///< bucket of the earliest event, as of the last first()
  std::array<Bucket, buckets> buckets_{};
  Bitmap<buckets> occupied_;
};

}  // namespace rainier
