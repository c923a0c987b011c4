#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// MQSim and SSDsim: time, device, address and size in sectors of 512 B, and 0 for a write, 1 for a read.
/// The unit of time is in MQSim's workload file, not in the trace: ns unless it is said.
struct Mqsim {
  static constexpr const char* name = "mqsim";
  static constexpr const char* title = "MQSim or SSDsim";
  static constexpr const char* columns = "time device address sectors type (0 write, 1 read)";
  std::int64_t tick;
  using Line = Fields<' '>;

  explicit Mqsim(const FormatOptions& options) : tick(options.tick.value_or(tick_ns)) {}
  Outcome parse(Line& line, Row& row) {
    std::uint64_t type = 0, sector = 0, sectors = 0;
    const bool whole = line.number(row.ticks, "a time, a whole number") &&
                       line.text(row.volume, "a device") && line.number(sector, "an address in sectors") &&
                       line.number(sectors, "a size in sectors") &&
                       line.number(type, "0 for a write or 1 for a read");
    if (!whole) return Outcome::fault;
    if (type > 1) return line.reject("0 for a write or 1 for a read");
    row.op = type == 0 ? fio::Op::write : fio::Op::read;
    if (!bytes_of(sector, row.offset) || !bytes_of(sectors, row.length))
      return line.reject("an address and a size below 2^64 bytes");
    return line.done() ? Outcome::request : Outcome::fault;
  }
};

}  // namespace rainier::trace
