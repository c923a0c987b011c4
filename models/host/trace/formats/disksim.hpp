#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// DiskSim ASCII: ms with a decimal point, device, address and size in blocks of 512 B, hexadecimal flags
/// whose bit 0 says read.
struct DiskSim {
  static constexpr const char* name = "disksim";
  static constexpr const char* title = "DiskSim ASCII";
  static constexpr const char* columns = "time(ms) device block blocks flags(hex, bit 0 is read)";
  static constexpr std::int64_t tick = tick_ns;
  using Line = Fields<' '>;

  explicit DiskSim(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::uint64_t flags = 0, block = 0, blocks = 0;
    const bool whole = line.decimal(row.ticks, 6, "a time in ms") && line.text(row.volume, "a device") &&
                       line.number(block, "an address in blocks") &&
                       line.number(blocks, "a size in blocks") &&
                       line.hexadecimal(flags, "flags in hexadecimal");
    if (!whole) return Outcome::fault;
    row.op = (flags & 1) != 0 ? fio::Op::read : fio::Op::write;
    if (!bytes_of(block, row.offset) || !bytes_of(blocks, row.length))
      return line.reject("an address and a size below 2^64 bytes");
    return line.done() ? Outcome::request : Outcome::fault;
  }
};

}  // namespace rainier::trace
