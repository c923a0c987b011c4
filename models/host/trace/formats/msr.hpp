#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// MSR Cambridge (SNIA IOTTA 388): FILETIME ticks of 100 ns, host, disk, Read or Write, bytes. The times are
/// beyond 2^53. The response time is not used. The volume is host_disk.
struct Msr {
  static constexpr const char* name = "msr";
  static constexpr const char* title = "MSR Cambridge";
  static constexpr const char* columns = "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime";
  static constexpr std::int64_t tick = tick_filetime;
  using Line = Fields<','>;

  explicit Msr(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::string_view host, type;
    std::uint64_t disk = 0, response = 0;
    if (!line.number(row.ticks, "a time in ticks of 100 ns") || !line.text(host, "a host name"))
      return Outcome::fault;
    if (!line.number(disk, "a disk number")) return Outcome::fault;
    if (!line.text(type, "Read or Write")) return Outcome::fault;
    // Host and disk as they stand, without the comma between disk and type.
    const char* last = type.data() - 1;
    while (*last == ' ' || *last == '\t' || *last == ',') --last;
    row.volume = {host.data(), static_cast<std::size_t>(last + 1 - host.data())};
    if (type == "Write" || type == "write" || type == "W")
      row.op = fio::Op::write;
    else if (type == "Read" || type == "read" || type == "R")
      row.op = fio::Op::read;
    else
      return line.reject("Read or Write");
    const bool whole = line.number(row.offset, "an offset in bytes") &&
                       line.number(row.length, "a size in bytes") &&
                       line.number(response, "a response time in ticks of 100 ns") && line.done();
    return whole ? Outcome::request : Outcome::fault;
  }
};

}  // namespace rainier::trace
