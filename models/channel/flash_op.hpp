#pragma once

#include <cstdint>

#include "models/nand/geometry.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::channel {

inline constexpr std::uint32_t no_op = ~std::uint32_t{0};

enum class Kind : std::uint8_t { read, program, erase };
/// On whose behalf: it decides what happens when the operation ends, and how it is counted.
enum class Source : std::uint8_t { host, gc, parity, merge, rain, scrub, map };
inline constexpr std::size_t sources = 7;

/// One page (or block) operation on its way through a die and its channel.
struct FlashOp {
  std::uint32_t next = no_op;  ///< in the die's or the channel's queue
  std::uint32_t pair = no_op;  ///< the other plane's operation that goes with it
  std::uint32_t die = 0;
  std::uint32_t ppn = 0;
  std::uint32_t owner = 0;         ///< the caller's own slot or number
  std::uint32_t bytes = 0;         ///< on the channel, spare area included
  std::uint32_t issued_bytes = 0;  ///< of them, what the host asked for
  nand::PageAddress at;
  Kind kind = Kind::read;
  Source source = Source::host;
  std::uint8_t units = 1;     ///< mapping units of a host's read
  std::uint8_t codeword = 0;  ///< of its first unit, the first that a read takes
  std::uint8_t paid = 0;      ///< pages that the governor was asked for
  bool watched = true;        ///< a read: its end in the array has an event
  Time grant;                 ///< not before this moment
  Time queued, array_start, array_end, bus_start, bus_end;
};

}  // namespace rainier::channel
