#include "models/host/trace/replay/replay.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/host/fio/job_error.hpp"

namespace rainier::trace {

namespace {

const ReplayOptions& checked(const ReplayOptions& options) {
  const bool again = options.passes > 1 || options.drive_writes > 0;
  if (again && options.stream.read.path == "-")
    throw fio::JobError({"standard input", 0}, "", "it can't be played more than once: give a file");
  return options;
}

}  // namespace

Replay::Replay(const ReplayOptions& options, std::uint64_t drive_bytes)
    : options_(checked(options)),
      drive_bytes_(drive_bytes),
      placement_(options, drive_bytes),
      stream_(std::make_unique<Stream>(options.stream)) {
  if (options.drive_writes > 0)
    write_goal_ = static_cast<std::uint64_t>(options.drive_writes * static_cast<double>(drive_bytes));
}

bool Replay::next(fio::Io& io) {
  if (requests_ == options_.requests) return false;
  if (write_goal_ != 0 && written_ >= write_goal_) return false;
  Record record;
  do {
    while (!stream_->next(record))
      if (!next_pass()) return false;
  } while (!placement_.place(*stream_, record));
  io.op = record.op;
  io.offset = record.offset;
  io.length = record.length;
  io.not_before = options_.timed ? scaled(record) : Time();
  last_ = std::max(last_, io.not_before);
  ++requests_;
  ++requests_of_pass_;
  if (record.op == fio::Op::write) written_ += record.length;
  return true;
}

std::size_t Replay::next(std::span<fio::Io> out) {
  std::size_t taken = 0;
  while (taken < out.size() && next(out[taken])) ++taken;
  return taken;
}

Time Replay::scaled(const Record& record) {
  if (!has_first_) {
    has_first_ = true;
    first_ = record.time;
  }
  const Time since = record.time - first_;
  const double ps = static_cast<double>(since.ps()) / options_.speed;
  const double room = static_cast<double>((Time::max() - pass_start_).ps());
  if (!(ps < room))
    stream_->selection().fail(record, "the replay would last more than 106 days: raise --speed");
  return pass_start_ + (options_.speed == 1 ? since : Time(static_cast<std::int64_t>(std::llround(ps))));
}

bool Replay::next_pass() {
  if (requests_ == 0)
    throw fio::JobError({stream_->selection().reader().input().name(), 0}, "",
                        "none of its requests can be played as asked");
  const bool more = write_goal_ != 0 || passes_ < options_.passes;
  if (!more || requests_of_pass_ == 0) return false;
  if (write_goal_ != 0 && written_ == written_before_)
    throw fio::JobError({stream_->selection().reader().input().name(), 0}, "",
                        "it writes nothing: no number of passes makes the drive writes that are asked for");
  written_before_ = written_;
  requests_of_pass_ = 0;
  has_first_ = false;
  pass_start_ = last_;
  stream_ = std::make_unique<Stream>(options_.stream);
  ++passes_;
  return true;
}

}  // namespace rainier::trace
