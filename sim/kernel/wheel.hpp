#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sim/kernel/bitmap.hpp"
#include "sim/kernel/event.hpp"
#include "sim/kernel/event_lists.hpp"
#include "sim/kernel/invariant.hpp"

namespace rainier {

/// The event queue: an exact hierarchical timing wheel. Any time from 0 to Time::max() is accepted, and equal
/// times leave in order of arrival.
///
/// Six levels of 4,096 buckets, each a list under a 64-way bitmap: a bucket spans 1 ps on level 0, then 4 ns,
/// 17 us, 69 ms, 281 s and 13 days. An event stands on the level of the highest base-4,096 digit in which its
/// time differs from the base, in the bucket of that digit; so every bucket of a level comes before every
/// bucket of the levels above. The first bucket gives its event if it holds one only; else it becomes the
/// base and is spread over the levels below, where on level 0 a bucket is one picosecond and order of arrival
/// is the order.
///
/// Cost: about constant, with few branches that depend on data, as a wrong guess costs more than an append.
/// 200 KB of buckets; nodes come from a slab that grows by doubling.
class Wheel {
 public:
  void push(Event event) {
    if (ticks(event) < base_) [[unlikely]]
      rewind(ticks(event));
    const std::uint32_t list = mark(ticks(event));
    lists_.append(list, event);
    first_ = std::min(first_, list);
    ++size_;
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// The time of the earliest event. Not const, as it may spread a bucket.
  Time next() { return first().when; }

  /// The earliest event. Not const, as it may spread a bucket.
  const Event& first() {
    settle();
    return lists_.first(first_);
  }
  /// Forgets first().
  void drop() {
    lists_.drop(first_);
    --size_;
    if (lists_.empty(first_)) advance();
  }

  Event pop() {
    const Event event = first();
    drop();
    return event;
  }

 private:
  static constexpr unsigned digit_bits = 12;
  static constexpr unsigned buckets = 1U << digit_bits;
  static constexpr unsigned levels = 6;
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  /// A table, as a division by 12 is on the longest path of a push.
  static constexpr auto level_of_bit = [] {
    std::array<std::uint8_t, 64> level{};
    for (unsigned bit = 0; bit < level.size(); ++bit)
      level[bit] = static_cast<std::uint8_t>(bit / digit_bits);
    return level;
  }();

  static std::uint64_t ticks(const Event& event) { return static_cast<std::uint64_t>(event.when.ps()); }
  /// The level of the highest digit in which two times differ; 0 when they are equal.
  static unsigned level_of(std::uint64_t a, std::uint64_t b) {
    return level_of_bit[63U - static_cast<unsigned>(std::countl_zero((a ^ b) | 1U))];
  }
  /// Lists are numbered level by level: a lower number is an earlier bucket.
  static std::uint32_t list_of(std::uint64_t when, unsigned level) {
    return level * buckets + static_cast<unsigned>(when >> level * digit_bits) % buckets;
  }

  /// Marks the bucket of a time as occupied and returns its list.
  std::uint32_t mark(std::uint64_t when) {
    const std::uint32_t list = list_of(when, level_of(when, base_));
    occupied_[list / buckets].insert(list % buckets);
    return list;
  }

  /// Leaves the first bucket, now empty, for the next.
  void advance() {
    Bitmap<buckets>& level = occupied_[first_ / buckets];
    level.erase(first_ % buckets);
    if (level.empty()) [[unlikely]]
      return find();
    first_ = first_ / buckets * buckets + level.first();
  }

  [[gnu::noinline]] void find() {
    first_ = none;
    for (unsigned level = levels; level-- > 0;)
      if (!occupied_[level].empty()) first_ = level * buckets + occupied_[level].first();
  }

  /// Makes the first event of the first list the earliest of all.
  void settle() {
    invariant(first_ != none, "the next event of an empty queue was asked for");
    while (first_ >= buckets && !lists_.single(first_)) [[unlikely]] spread();
  }

  [[gnu::noinline]] void spread() {
    const std::uint32_t crowd = first_;
    const unsigned shift = crowd / buckets * digit_bits;
    base_ = ((base_ >> shift & ~std::uint64_t{buckets - 1}) | crowd % buckets) << shift;
    occupied_[crowd / buckets].erase(crowd % buckets);
    lists_.distribute(crowd, [this](const Event& event) {
      const std::uint32_t list = mark(ticks(event));
      first_ = std::min(first_, list);
      return list;
    });
  }

  /// Moves the base back, for an event earlier than a bucket that was spread when next() looked ahead: seen
  /// from there, what stood on the levels below shares one bucket.
  [[gnu::cold, gnu::noinline]] void rewind(std::uint64_t earlier) {
    const unsigned top = level_of(earlier, base_);
    const std::uint32_t shared = list_of(base_, top);
    base_ = earlier;
    for (unsigned level = 0; level < top; ++level)
      while (!occupied_[level].empty()) {
        const unsigned bucket = occupied_[level].first();
        occupied_[level].erase(bucket);
        lists_.splice(level * buckets + bucket, shared);
        occupied_[top].insert(shared % buckets);
      }
    find();
  }

  std::uint64_t base_ = 0;  ///< no event is before it
  std::size_t size_ = 0;
  std::uint32_t first_ = none;  ///< the earliest list that is not empty
  EventLists lists_{levels * buckets};
  std::array<Bitmap<buckets>, levels> occupied_{};
};

}  // namespace rainier
