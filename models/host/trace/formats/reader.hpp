#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/host/trace/formats/format.hpp"
#include "models/host/trace/formats/record.hpp"
#include "models/host/trace/formats/volumes.hpp"
#include "models/host/trace/input/input.hpp"

namespace rainier::trace {

/// What becomes of a line that is not of the format.
enum class BadLines : std::uint8_t { error, skip };

struct ReadOptions {
  std::string path;    ///< "-": standard input
  std::string format;  ///< name; empty: told by the first lines
  FormatOptions options;
  BadLines bad_lines = BadLines::error;
};

/// What was read so far.
struct ReadCounts {
  std::uint64_t requests = 0;
  std::uint64_t passed_over = 0;  ///< events and lines of the format that are no request
  std::uint64_t bad_lines = 0;    ///< skipped
};

/// The requests of a trace in the order in which they stand there, in constant memory but for the names of
/// its volumes. Blank lines and those that begin with # are no requests; so is a first line without any
/// digit, which is a header. Text beyond what a format's columns say is a fault, but where the format allows
/// more.
///
/// Throws fio::JobError, FILE:LINE, for a line that is not of the format, sizes or addresses beyond 2^64
/// bytes, times more than 53 days from the first, and a trace without a request.
class Reader {
 public:
  virtual ~Reader() = default;
  /// As many as there are and `out` holds; 0 at the end. One virtual call for all of them.
  virtual std::size_t next(std::span<Record> out) = 0;

  const Volumes& volumes() const { return volumes_; }
  const ReadCounts& counts() const { return counts_; }
  const Input& input() const { return input_; }
  const char* format_name() const { return name_; }
  const char* format_title() const { return title_; }
  bool detected() const { return detected_; }
  /// The smallest step of its times, in picoseconds.
  std::int64_t tick() const { return tick_; }

 protected:
  Reader(Input input, const char* name, const char* title, std::int64_t tick)
      : input_(std::move(input)), name_(name), title_(title), tick_(tick) {}

  /// Completes `record` from `row`. Answers nothing, or what is wrong with it.
  const char* convert(const Row& row, Record& record);

  Input input_;
  Volumes volumes_;
  ReadCounts counts_;

 private:
  static constexpr std::int64_t longest_ps = std::int64_t{1} << 62;

  friend std::unique_ptr<Reader> open_trace(Input input, const ReadOptions& options);
  const char* name_;
  const char* title_;
  std::int64_t tick_;
  bool detected_ = false;
  bool has_origin_ = false;
  std::int64_t origin_ = 0;  ///< ticks of the first request
};

/// Opens a trace and settles its format. Throws fio::JobError where it can't be read, no format fits, or more
/// than one does.
std::unique_ptr<Reader> open_trace(const ReadOptions& options);
/// The same from an input that is open.
std::unique_ptr<Reader> open_trace(Input input, const ReadOptions& options);

struct FormatDescription {
  const char* name;
  const char* title;
  const char* columns;
};
/// All formats there are.
const std::vector<FormatDescription>& formats();

inline const char* Reader::convert(const Row& row, Record& record) {
  if (!has_origin_) {
    has_origin_ = true;
    origin_ = row.ticks;
  }
  std::int64_t ps = 0;
  // Half of what a Time holds, so that the difference of any two is one.
  if (__builtin_mul_overflow(row.ticks - origin_, tick_, &ps) || ps > longest_ps || ps < -longest_ps)
    return "a time less than 53 days from that of the first request";
  std::uint64_t end = 0;
  if (__builtin_add_overflow(row.offset, row.length, &end)) return "a request that ends below 2^64 bytes";
  record.time = Time(ps);
  record.offset = row.offset;
  record.length = row.length;
  record.volume = volumes_.number(row.volume);
  record.op = row.op;
  ++counts_.requests;
  return nullptr;
}

}  // namespace rainier::trace
