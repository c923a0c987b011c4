#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// SYSTOR '17 VDI (SNIA IOTTA 4964): seconds with decimals, response time, R, W or nothing, LUN, bytes. Not
/// sorted. What has no type is neither a read nor a write: it is passed over, and counted.
struct Systor {
  static constexpr const char* name = "systor";
  static constexpr const char* title = "SYSTOR '17";
  static constexpr const char* columns = "Timestamp,Response,IOType,LUN,Offset,Size";
  static constexpr std::int64_t tick = tick_ns;
  using Line = Fields<','>;

  explicit Systor(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::string_view op, response;
    const bool first = line.decimal(row.ticks, 9, "a time in seconds") &&
                       line.text(response, "a response time in seconds") && line.text(op, "R, W or nothing");
    if (!first) return Outcome::fault;
    if (!op.empty() && op != "R" && op != "W") return line.reject("R, W or nothing");
    row.op = op == "W" ? fio::Op::write : fio::Op::read;
    const bool rest = line.text(row.volume, "a LUN") && line.number(row.offset, "an offset in bytes") &&
                      line.number(row.length, "a size in bytes") && line.done();
    if (!rest) return Outcome::fault;
    return op.empty() ? Outcome::nothing : Outcome::request;
  }
};

}  // namespace rainier::trace
