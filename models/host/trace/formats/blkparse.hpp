#pragma once

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// What blkparse prints by default: of each request the event that was asked for, issue (D) or queue (Q).
/// Sectors of 512 B. W writes, R reads, D discards, F alone flushes; other events, requests without data and
/// the summary at the end are passed over. The volume is major_minor.
struct Blkparse {
  static constexpr const char* name = "blkparse";
  static constexpr const char* title = "blkparse text";
  static constexpr const char* columns =
      "maj,min cpu sequence seconds pid action RWBS sector + sectors [process]";
  static constexpr std::int64_t tick = tick_ns;
  using Line = Fields<' '>;

  explicit Blkparse(const FormatOptions& options) : action_(options.event == BlockEvent::issue ? "D" : "Q") {}

  Outcome parse(Line& line, Row& row) {
    const Outcome outcome = event(line, row);
    seen_event_ = seen_event_ || outcome != Outcome::fault;
    return outcome == Outcome::fault && seen_event_ && is_summary(row.volume) ? Outcome::nothing : outcome;
  }

 private:
  Outcome event(Line& line, Row& row) {
    std::string_view action, flags, plus;
    std::uint64_t cpu = 0, sequence = 0, pid = 0;
    if (!line.text(row.volume, "a device such as 8,0")) return Outcome::fault;
    if (!is_device(row.volume)) return line.reject("a device such as 8,0");
    const bool whole = line.number(cpu, "a processor") && line.number(sequence, "a sequence number") &&
                       line.decimal(row.ticks, 9, "a time in seconds") &&
                       line.number(pid, "a process number") && line.text(action, "an action");
    if (!whole) return Outcome::fault;
    if (action.empty() || action.size() > 2) return line.reject("an action");
    if (action != action_) return Outcome::nothing;
    if (!line.text(flags, "flags such as R or WS")) return Outcome::fault;
    return request(line, flags, row);
  }

  static Outcome request(Line& line, std::string_view flags, Row& row) {
    const auto has = [flags](char c) { return flags.find(c) != std::string_view::npos; };
    if (flags.find_first_not_of("RWDFNSMAEBIHPTV") != std::string_view::npos)
      return line.reject("flags such as R or WS");
    if (has('R'))
      row.op = fio::Op::read;
    else if (has('D'))
      row.op = fio::Op::trim;
    else if (has('W'))
      row.op = fio::Op::write;
    else if (has('F'))
      row.op = fio::Op::sync;
    else
      return Outcome::nothing;
    std::uint64_t sector = 0, sectors = 0;
    std::string_view plus;
    if (row.op == fio::Op::sync || line.at_end()) return sync(row);
    if (!line.number(sector, "a sector")) return Outcome::fault;
    if (!line.text(plus, "+") || plus != "+") return line.reject("+");
    if (!line.number(sectors, "a number of sectors")) return Outcome::fault;
    if (!bytes_of(sector, row.offset) || !bytes_of(sectors, row.length))
      return line.reject("an address and a size below 2^64 bytes");
    return Outcome::request;
  }
  static Outcome sync(Row& row) {
    row.offset = row.length = 0;
    return row.op == fio::Op::sync ? Outcome::request : Outcome::nothing;
  }

  static bool is_device(std::string_view word) {
    const std::size_t comma = word.find(',');
    return comma != std::string_view::npos && comma > 0 && comma + 1 < word.size() &&
           word.find_first_not_of("0123456789,") == std::string_view::npos;
  }
  /// The first words of the lines of the summary: `CPU0 (sda):`, ` Reads Queued:`, `Total (sda):` and so on.
  static bool is_summary(std::string_view word) {
    for (const std::string_view first : {"CPU", "Reads", "Read", "Writes", "IO", "PC", "Total", "Throughput",
                                         "Events", "Skips", "Allocation", "Input", "Trace"})
      if (word.starts_with(first)) return true;
    return false;
  }

  std::string_view action_;
  bool seen_event_ = false;
};

}  // namespace rainier::trace
