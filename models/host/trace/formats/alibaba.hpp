#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// Alibaba block traces (2020): device, R or W, offset and length in bytes, time in us.
struct Alibaba {
  static constexpr const char* name = "alibaba";
  static constexpr const char* title = "Alibaba 2020";
  static constexpr const char* columns = "device_id,opcode,offset,length,timestamp";
  static constexpr std::int64_t tick = tick_us;
  using Line = Fields<','>;

  explicit Alibaba(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::string_view op;
    if (!line.text(row.volume, "a device") || !line.text(op, "R or W")) return Outcome::fault;
    if (op == "R")
      row.op = fio::Op::read;
    else if (op == "W")
      row.op = fio::Op::write;
    else
      return line.reject("R or W");
    const bool whole = line.number(row.offset, "an offset in bytes") &&
                       line.number(row.length, "a length in bytes") &&
                       line.number(row.ticks, "a time in us") && line.done();
    return whole ? Outcome::request : Outcome::fault;
  }
};

}  // namespace rainier::trace
