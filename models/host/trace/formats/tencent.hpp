#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// Tencent CBS (SNIA IOTTA 28064): whole seconds, address and size in sectors of 512 B, 0 for a read and 1
/// for a write, volume. Not sorted.
struct Tencent {
  static constexpr const char* name = "tencent";
  static constexpr const char* title = "Tencent CBS";
  static constexpr const char* columns = "Timestamp,Offset,Size,IOType,VolumeID";
  static constexpr std::int64_t tick = tick_s;
  using Line = Fields<','>;

  explicit Tencent(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::uint64_t sector = 0, sectors = 0, type = 0;
    const bool whole =
        line.number(row.ticks, "a time in whole seconds") && line.number(sector, "an offset in sectors") &&
        line.number(sectors, "a size in sectors") && line.number(type, "0 for a read or 1 for a write");
    if (!whole) return Outcome::fault;
    if (type > 1) return line.reject("0 for a read or 1 for a write");
    row.op = type == 0 ? fio::Op::read : fio::Op::write;
    if (!bytes_of(sector, row.offset) || !bytes_of(sectors, row.length))
      return line.reject("an offset and a size below 2^64 bytes");
    return line.text(row.volume, "a volume") && line.done() ? Outcome::request : Outcome::fault;
  }
};

}  // namespace rainier::trace
