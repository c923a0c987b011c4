#pragma once

#include <cstddef>
#include <cstdint>

#include "models/nand/geometry.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::controller {

inline constexpr std::uint32_t no_command = ~std::uint32_t{0};

/// How a command ended. `aborted`: another one of its queue failed.
enum class Error : std::uint8_t {
  none,
  uncorrectable,
  write_protected,
  link_crc,
  overheated,
  power_lost,
  aborted
};

enum class Operation : std::uint8_t { read, write, trim, flush };

/// Where the time of a command went. The last flash operation of a long command stands for its others.
enum class Stage : std::uint8_t {
  submit,     ///< host: from the request to the doorbell, waiting for a slot included
  pipeline,   ///< doorbell, command fetch, command pipeline or firmware
  fetch,      ///< write data over the link into the buffer, waiting for space included
  die,        ///< waiting for the die
  power,      ///< waiting for the power governor
  channel,    ///< waiting for the channel
  transfer,   ///< on the channel
  array,      ///< tR or tPROG
  deliver,    ///< read data and completion through DRAM and link
  interrupt,  ///< coalescing and interrupt
  complete,   ///< host: driver completion until the worker has it
};
inline constexpr std::size_t stages = 11;

/// One command of the host, from the doorbell to its completion. It begins a cache line.
struct alignas(64) Command {
  std::uint64_t sector = 0;
  std::uint32_t sectors = 0;
  Operation operation = Operation::read;
  Error error = Error::none;
  std::uint8_t tries = 0;           ///< before this one, that ended with a CRC error of the link
  std::uint8_t queue = 0;           ///< of NVMe
  std::uint32_t owner = 0;          ///< the host's request
  std::uint32_t slot = 0;           ///< of the command slots, or of the entries of all queues
  std::uint32_t next = no_command;  ///< in whichever list it waits
  std::uint32_t pages = 0;          ///< mapping units it touches
  std::uint32_t issued = 0;         ///< of them, handed to the data path
  std::uint32_t remaining = 0;      ///< of them, not done
  std::uint32_t fetched = 0;        ///< bytes of a write, asked for over the link
  // Of a read, when it arrived: where its first unit lay, a bad block not yet replaced.
  std::uint32_t ppn = 0, die = 0;
  nand::PageAddress at;
  std::byte* memory = nullptr;  ///< of the host, for its bytes; none: nobody looks at them
  Time requested, arrived, dispatched, data_in, done, posted, seen;
  Time die_wait, power_wait, channel_wait, transfer, array;

  /// For its next use; the driver and ring() set the rest. By name, as the compiler clears a whole command by
  /// a string instruction, which is slow to start: it took a third of the time of issuing one.
  void clear() {
    pages = issued = remaining = fetched = 0;
    error = Error::none;
    tries = 0;
    memory = nullptr;
    arrived = dispatched = data_in = done = posted = seen = Time();
    die_wait = power_wait = channel_wait = transfer = array = Time();
  }
};

/// A singly linked list of commands.
struct CommandList {
  std::uint32_t head = no_command, tail = no_command;
  bool empty() const { return head == no_command; }
  template <class Pool>
  void push(Pool& commands, std::uint32_t c) {
    commands[c].next = no_command;
    if (empty())
      head = c;
    else
      commands[tail].next = c;
    tail = c;
  }
  template <class Pool>
  std::uint32_t pop(Pool& commands) {
    const std::uint32_t c = head;
    head = commands[c].next;
    return c;
  }
};

}  // namespace rainier::controller
