#pragma once

#include <cstdint>

#include "sim/kernel/time.hpp"

namespace rainier {

/// A value in the calendar: at `when`, tell `handler` about `slot`, which names a payload in a slab pool.
struct Event {
  Time when;
  std::uint32_t handler = 0;
  std::uint32_t slot = 0;
  std::uint64_t sequence = 0;  ///< the order in which events were asked for: the order of equal times
};
static_assert(sizeof(Event) == 24);

/// Whether one event comes before another.
constexpr bool before(const Event& a, const Event& b) {
  return a.when != b.when ? a.when < b.when : a.sequence < b.sequence;
}

}  // namespace rainier
