#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/host/trace/formats/reader.hpp"

namespace rainier::trace {

/// A line that says nothing in any text format.
inline bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#';
}

/// A first line, blank ones and comments aside, with the names of the columns.
inline bool is_header(std::string_view line) {
  return line.find_first_of("0123456789") == std::string_view::npos;
}

template <class Format>
class TextReader final : public Reader {
 public:
  TextReader(Input input, const ReadOptions& options)
      : TextReader(std::move(input), options, Format(options.options)) {}

  std::size_t next(std::span<Record> out) override {
    std::size_t taken = 0;
    std::string_view line;
    while (taken < out.size() && input_.next_line(line)) {
      if (line.empty() || line[0] == '#' || line[0] <= ' ') {
        if (is_blank_or_comment(line)) continue;
      }
      typename Format::Line fields(line);
      Row row;
      const Outcome outcome = format_.parse(fields, row);
      if (outcome == Outcome::request) {
        const char* const wrong = convert(row, out[taken]);
        out[taken].line = input_.line();
        if (wrong == nullptr)
          ++taken;
        else
          fault(std::string("expected ") + wrong);
      } else if (outcome == Outcome::nothing) {
        ++counts_.passed_over;
      } else if (!first_ || !is_header(line)) {
        fault(fields.fault());
      }
      first_ = false;
    }
    if (taken == 0 && counts_.requests == 0) input_.fail("there is no request in it");
    return taken;
  }

 private:
  TextReader(Input input, const ReadOptions& options, Format format)
      : Reader(std::move(input), Format::name, Format::title, format.tick),
        format_(std::move(format)),
        bad_lines_(options.bad_lines) {}

  void fault(const std::string& what) {
    if (bad_lines_ == BadLines::error)
      input_.fail(fmt::format("{} (format {}: {})", what, Format::name, Format::columns));
    ++counts_.bad_lines;
  }

  Format format_;
  BadLines bad_lines_;
  bool first_ = true;  ///< no line yet, but for blank ones and comments
};

}  // namespace rainier::trace
