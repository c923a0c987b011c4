#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/kernel/invariant.hpp"

namespace rainier {

/// A pool of T named by 32-bit slots: no allocation in steady state, growth only by doubling. The slot given
/// back last is taken first, while its memory is warm. Growth moves the objects: keep slots, not references.
template <class T>
class Slab {
 public:
  /// A free slot; its object is as its last user left it, or value-initialised.
  std::uint32_t take() {
    if (free_ == none) grow();
    const std::uint32_t slot = free_;
    free_ = links_[slot];
    links_[slot] = taken;
    ++used_;
    return slot;
  }
  std::uint32_t take(T value) {
    const std::uint32_t slot = take();
    objects_[slot] = std::move(value);
    return slot;
  }

  void give(std::uint32_t slot) {
    invariant(slot < links_.size() && links_[slot] == taken, "a slot was given back that was not taken");
    links_[slot] = free_;
    free_ = slot;
    --used_;
  }

  bool is_taken(std::uint32_t slot) const { return links_[slot] == taken; }
  /// Every slot is free again, the lowest one first.
  void clear() {
    for (std::size_t slot = 0; slot < links_.size(); ++slot)
      links_[slot] = slot + 1 < links_.size() ? static_cast<std::uint32_t>(slot + 1) : none;
    free_ = links_.empty() ? none : 0;
    used_ = 0;
  }

  T& operator[](std::uint32_t slot) { return objects_[slot]; }
  const T& operator[](std::uint32_t slot) const { return objects_[slot]; }

  std::size_t used() const { return used_; }
  std::size_t capacity() const { return objects_.size(); }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr std::uint32_t taken = 0xFFFFFFFE;

  void grow() {
    const std::size_t old = objects_.size();
    const std::size_t wanted = old == 0 ? 64 : 2 * old;
    invariant(wanted < taken, "a slab has more than four billion slots");
    objects_.resize(wanted);
    links_.resize(wanted);
    for (std::size_t slot = old; slot < wanted; ++slot)
      links_[slot] = slot + 1 < wanted ? static_cast<std::uint32_t>(slot + 1) : none;
    free_ = static_cast<std::uint32_t>(old);
  }

  std::vector<T> objects_;
  std::vector<std::uint32_t> links_;
  std::uint32_t free_ = none;
  std::size_t used_ = 0;
};

}  // namespace rainier
