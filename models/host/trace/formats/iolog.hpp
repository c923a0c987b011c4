#pragma once

#include <set>
#include <string>

#include "models/host/trace/formats/fields.hpp"
#include "models/host/trace/formats/format.hpp"

namespace rainier::trace {

/// fio's iolog, version 2 (`wait N` in us, less than 100 being nothing) or 3 (us first on each line). A file
/// of it is a volume, and must have been opened.
struct Iolog {
  static constexpr const char* name = "iolog";
  static constexpr const char* title = "fio iolog";
  static constexpr const char* columns =
      "\"fio version 2 iolog\" or 3, then [time(us)] file action [offset length]";
  static constexpr std::int64_t tick = tick_us;
  using Line = Fields<' '>;

  explicit Iolog(const FormatOptions&) {}
  Outcome parse(Line& line, Row& row);

 private:
  Outcome parse_version(Line& line);
  Outcome wait(Line& line);
  Outcome manage(Line& line, std::string_view file, std::string_view action);
  Outcome request(Line& line, std::string_view action, Row& row);

  int version_ = 0;
  std::int64_t clock_ = 0;
  std::set<std::string, std::less<>> open_;
  std::string last_open_;  ///< the file that was found open last
};

}  // namespace rainier::trace
