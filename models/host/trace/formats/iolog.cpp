#include "models/host/trace/formats/iolog.hpp"

namespace rainier::trace {

namespace {
constexpr std::int64_t shortest_wait_us = 100;
}

Outcome Iolog::parse_version(Line& line) {
  constexpr const char* expected = "\"fio version 2 iolog\" or \"fio version 3 iolog\" on the first line";
  std::string_view fio, version, number, iolog;
  const bool whole = line.text(fio, expected) && line.text(version, expected) &&
                     line.text(number, expected) && line.text(iolog, expected) && line.done();
  if (!whole) return Outcome::fault;
  if (fio != "fio" || version != "version" || iolog != "iolog") return line.reject(expected, fio, 3);
  if (number != "2" && number != "3") return line.reject("version 2 or 3", number, 1);
  version_ = number[0] - '0';
  return Outcome::nothing;
}

Outcome Iolog::parse(Line& line, Row& row) {
  if (version_ == 0) return parse_version(line);
  std::string_view file, action;
  if (version_ == 3 && !line.number(row.ticks, "a time in us")) return Outcome::fault;
  if (!line.text(file, "a file") || !line.text(action, "an action")) return Outcome::fault;
  if (action == "wait" && version_ == 2) return wait(line);
  if (action == "add" || action == "open" || action == "close") return manage(line, file, action);
  if (version_ == 2) row.ticks = clock_;
  if (file != last_open_) {
    if (!open_.contains(file)) return line.reject("a file that is open", file, 1);
    last_open_ = file;
  }
  row.volume = file;
  return request(line, action, row);
}

Outcome Iolog::wait(Line& line) {
  std::int64_t us = 0;
  if (!line.number(us, "a time in us")) return Outcome::fault;
  if (us >= shortest_wait_us && __builtin_add_overflow(clock_, us, &clock_))
    return line.reject("a time that 64 bits hold");
  return Outcome::nothing;
}

Outcome Iolog::manage(Line& line, std::string_view file, std::string_view action) {
  if (action == "open") open_.emplace(file);
  if (action == "close") {
    const auto found = open_.find(file);
    if (found == open_.end()) return line.reject("a file that is open", file, 1);
    open_.erase(found);
    last_open_.clear();
  }
  return line.done() ? Outcome::nothing : Outcome::fault;
}

Outcome Iolog::request(Line& line, std::string_view action, Row& row) {
  row.offset = row.length = 0;
  if (action == "sync" || action == "datasync") {
    row.op = action == "sync" ? fio::Op::sync : fio::Op::datasync;
    return Outcome::request;
  }
  if (action == "read")
    row.op = fio::Op::read;
  else if (action == "write")
    row.op = fio::Op::write;
  else if (action == "trim")
    row.op = fio::Op::trim;
  else
    return line.reject("read, write, trim, sync, datasync, add, open, close or wait");
  const bool whole = line.number(row.offset, "an offset in bytes") &&
                     line.number(row.length, "a length in bytes") && line.done();
  return whole ? Outcome::request : Outcome::fault;
}

}  // namespace rainier::trace
