#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/trace/input/byte_source.hpp"

namespace rainier::trace {

/// A trace as lines or as bytes, through one buffer of 1 MiB; nothing is allocated for a line.
class Input {
 public:
  static constexpr std::size_t longest_line = 1 << 16;

  /// Throws fio::JobError where it can't be read.
  explicit Input(const std::string& path);
  /// `name` stands for the path in errors.
  Input(std::string name, std::unique_ptr<ByteSource> source);

  /// The next line without its end (LF or CRLF); a byte-order mark at the start is passed over. The view
  /// holds until the next call. Throws for a line of more than `longest_line` bytes.
  bool next_line(std::string_view& line) {
    while (true) {
      const char* const begin = buffer_.data() + begin_;
      const auto* const end =
          static_cast<const char*>(std::memchr(begin + searched_, '\n', end_ - begin_ - searched_));
      if (end != nullptr) {
        line = without_return({begin, static_cast<std::size_t>(end - begin)});
        begin_ += static_cast<std::size_t>(end - begin) + 1;
        searched_ = 0;
        ++line_;
        return true;
      }
      searched_ = end_ - begin_;
      if (searched_ > longest_line) fail_long_line();
      if (!fill()) return last_line(line);
    }
  }
  /// The first bytes without taking them: 64 KiB unless the trace is shorter.
  std::string_view peek();
  /// The next `bytes`, or fewer at the end; the view holds until the next call.
  std::string_view take(std::size_t bytes);

  std::uint32_t line() const { return line_; }                ///< of the last line, from 1
  std::uint64_t position() const { return taken_ + begin_; }  ///< bytes taken, after decompression
  bool unterminated() const { return unterminated_; }         ///< the last line had no line end
  const std::string& name() const { return name_; }           ///< the path, or "standard input"
  const char* compression() const { return source_->compression(); }

  /// Throws fio::JobError at the last line.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  static std::string_view without_return(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }
  bool fill();
  bool last_line(std::string_view& line);
  [[noreturn]] void fail_long_line() const;

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::size_t searched_ = 0;  ///< from begin_ on: no line end in these
  std::uint64_t taken_ = 0;   ///< before the buffer
  std::uint32_t line_ = 0;
  bool ended_ = false, unterminated_ = false;
};

}  // namespace rainier::trace
