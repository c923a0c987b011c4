#pragma once

#include <cstdint>

#include "sim/kernel/time.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::channel {

enum class Scheduler : std::uint8_t { fifo, read_first };

/// ONFI channels and how commands are ordered on them and on the dies.
struct Params {
  std::uint32_t channels = 32;
  std::uint32_t dies = 512;       ///< in all; channel c has every die whose number is c modulo channels
  std::uint32_t timing_mode = 4;  ///< ONFI synchronous mode 0 to 5
  Time read_overhead{480'000};    ///< command, address, status and turn-around cycles of a page read
  Time program_overhead{680'000};
  Time erase_overhead{500'000};
  Scheduler scheduler = Scheduler::read_first;
  bool cache = true;         ///< cache program and cache read: transfers overlap the array
  bool multi_plane = false;  ///< pair queued operations of two planes where their pages match

  /// Time of one byte on the bus: two bytes a clock cycle.
  double ps_per_byte() const;
};

void describe(config::Schema& schema, Params& params);

}  // namespace rainier::channel
