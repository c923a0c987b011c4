#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// Storage Performance Council trace file format 1.0.1 (UMass): address in blocks of 512 B, size in bytes
/// (also odd ones and 0), seconds. The volume is the ASU. Columns after the fifth are allowed and not used.
struct Spc {
  static constexpr const char* name = "spc";
  static constexpr const char* title = "SPC (UMass)";
  static constexpr const char* columns = "ASU,LBA,Size,Opcode,Timestamp";
  static constexpr std::int64_t tick = tick_ns;
  using Line = Fields<','>;

  explicit Spc(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::string_view op;
    std::uint64_t block = 0;
    if (!line.text(row.volume, "an ASU")) return Outcome::fault;
    if (row.volume.empty() || row.volume.find_first_not_of("0123456789") != std::string_view::npos)
      return line.reject("an ASU, a whole number");
    const bool whole = line.number(block, "an address in blocks of 512 B") &&
                       line.number(row.length, "a size in bytes") && line.text(op, "R or W");
    if (!whole) return Outcome::fault;
    if (op == "R" || op == "r")
      row.op = fio::Op::read;
    else if (op == "W" || op == "w")
      row.op = fio::Op::write;
    else
      return line.reject("R or W");
    if (!bytes_of(block, row.offset)) return line.reject("an address below 2^64 bytes");
    return line.decimal(row.ticks, 9, "a time in seconds") ? Outcome::request : Outcome::fault;
  }
};

}  // namespace rainier::trace
