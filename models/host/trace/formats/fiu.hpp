#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// FIU (SNIA IOTTA 391 and 414): ns, process, address and size in blocks of 512 B, R or W, device, and
/// digests of the data, which are not used. The volume is major_minor.
struct Fiu {
  static constexpr const char* name = "fiu";
  static constexpr const char* title = "FIU";
  static constexpr const char* columns = "time(ns) pid process lba blocks W|R major minor digest...";
  static constexpr std::int64_t tick = tick_ns;
  using Line = Fields<' '>;

  explicit Fiu(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row) {
    std::string_view process, op, minor_device;
    std::uint64_t pid = 0, block = 0, blocks = 0, digits = 0;
    const bool whole = line.number(row.ticks, "a time in ns") && line.number(pid, "a process number") &&
                       line.text(process, "a process name") && line.number(block, "an address in blocks") &&
                       line.number(blocks, "a size in blocks") && line.text(op, "R or W");
    if (!whole) return Outcome::fault;
    if (op == "R" || op == "Read")
      row.op = fio::Op::read;
    else if (op == "W" || op == "Write")
      row.op = fio::Op::write;
    else
      return line.reject("R or W");
    const char* const device = line.position();
    if (!line.number(digits, "a major device number") || !line.text(minor_device, "a minor device number"))
      return Outcome::fault;
    if (minor_device.find_first_not_of("0123456789") != std::string_view::npos)
      return line.reject("a minor device number");
    row.volume = {device, static_cast<std::size_t>(minor_device.data() + minor_device.size() - device)};
    if (!bytes_of(block, row.offset) || !bytes_of(blocks, row.length))
      return line.reject("an address and a size below 2^64 bytes");
    return Outcome::request;
  }
};

}  // namespace rainier::trace
