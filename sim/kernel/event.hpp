#pragma once

#include <cstdint>

#include "sim/kernel/time.hpp"

namespace rainier {

/// A value in the calendar: at `when`, tell `handler` about `slot`, which names a payload in a slab pool.
struct Event {
  Time when;
  std::uint32_t handler = 0;
  std::uint32_t slot = 0;
};
static_assert(sizeof(Event) == 16);

}  // namespace rainier
