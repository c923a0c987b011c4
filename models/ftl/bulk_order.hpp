#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rainier::ftl {

/// Closed superblocks in the order of a key, least first. Keys come in nearly rising order, so that a new one
/// finds its place within a few steps from the end; the front costs O(1). What is taken out of the middle
/// stays until it reaches the front: the owner knows an entry by its stamp and passes over stale ones.
class BulkOrder {
 public:
  struct Entry {
    double key;
    std::uint64_t stamp;
    std::uint32_t superblock;
  };

  explicit BulkOrder(std::size_t superblocks) {
    std::size_t size = 16;
    while (size < 4 * superblocks) size *= 2;
    ring_.resize(size);
  }

  bool empty() const { return head_ == tail_; }
  const Entry& front() const { return ring_[head_ & (ring_.size() - 1)]; }
  void pop() { ++head_; }
  void clear() { head_ = tail_ = 0; }

  /// `stale(entry)` says which entries no longer count; they go when the ring is full.
  template <class Stale>
  void push(const Entry& entry, Stale&& stale) {
    if (tail_ - head_ == ring_.size()) drop(stale);
    const std::size_t mask = ring_.size() - 1;
    std::size_t at = tail_++;
    for (; at > head_ && ring_[(at - 1) & mask].key > entry.key; --at)
      ring_[at & mask] = ring_[(at - 1) & mask];
    ring_[at & mask] = entry;
  }
  void rescale(double factor) {
    for (std::size_t at = head_; at < tail_; ++at) ring_[at & (ring_.size() - 1)].key *= factor;
  }

 private:
  template <class Stale>
  void drop(Stale&& stale) {
    const std::size_t mask = ring_.size() - 1;
    std::size_t to = head_;
    for (std::size_t at = head_; at < tail_; ++at)
      if (!stale(ring_[at & mask])) ring_[to++ & mask] = ring_[at & mask];
    tail_ = to;
  }

  std::vector<Entry> ring_;
  std::size_t head_ = 0, tail_ = 0;
};

}  // namespace rainier::ftl
