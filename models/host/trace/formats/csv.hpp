#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// Our own: a header line that names the columns, then ns, volume, read, write, trim or sync, bytes, bytes.
struct Csv {
  static constexpr const char* name = "csv";
  static constexpr const char* title = "Rainier CSV";
  static constexpr const char* columns = "time_ns,volume,op,offset,length";
  static constexpr std::int64_t tick = tick_ns;
  using Line = Fields<','>;

  explicit Csv(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::string_view op;
    const bool whole = line.number(row.ticks, "a time in ns") && line.text(row.volume, "a volume") &&
                       line.text(op, "read, write, trim or sync");
    if (!whole) return Outcome::fault;
    if (op == "read")
      row.op = fio::Op::read;
    else if (op == "write")
      row.op = fio::Op::write;
    else if (op == "trim")
      row.op = fio::Op::trim;
    else if (op == "sync")
      row.op = fio::Op::sync;
    else
      return line.reject("read, write, trim or sync");
    const bool rest = line.number(row.offset, "an offset in bytes") &&
                      line.number(row.length, "a length in bytes") && line.done();
    return rest ? Outcome::request : Outcome::fault;
  }
};

}  // namespace rainier::trace
