#include "models/host/fio/iolog.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/text.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::fio {

namespace {

constexpr std::uint64_t sector = 512;
constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t longest_line = 4096;
constexpr std::uint64_t shortest_wait_us = 100;
constexpr std::uint64_t longest_us =
    86'400'000'000 * 30;  ///< 30 days: what a Time holds, with room for scaling

std::string file_of(const Job& job, std::uint32_t clone) {
  const auto files = split(job.read_iolog, ':');
  return std::string(files[clone % files.size()]);
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = trim(line); !line.empty(); line = trim(line)) {
    words.push_back(line.substr(0, line.find_first_of(" \t")));
    line.remove_prefix(words.back().size());
  }
  return words;
}

}  // namespace

Iolog::Iolog(const Job& job, std::uint64_t drive_bytes, std::uint32_t clone)
    : path_(file_of(job, clone)),
      wanted_by_(job.origin),
      drive_bytes_(drive_bytes),
      stalls_(!job.replay_no_stall),
      scale_(100 / job.replay_scale_time),
      passes_left_(job.time_based ? endless : job.loops),
      ios_left_(job.number_ios.value_or(endless)),
      buffer_(longest_line) {
  rewind();
}

void Iolog::rewind() {
  stream_ = std::ifstream(path_, std::ios::binary);
  if (!stream_)
    throw JobError(wanted_by_, "read_iolog",
                   fmt::format("can't read \"{}\": {}", path_, std::strerror(errno)));
  line_number_ = 0;
  added_.clear();
  open_.clear();
  clock_us_ = 0;
  ios_ = 0;
  read_version();
}

void Iolog::read_version() {
  if (!read_line())
    fail("", "expected \"fio version 2 iolog\" or \"fio version 3 iolog\", but the file is empty");
  if (line_ == "fio version 2 iolog") {
    version_ = 2;
  } else if (line_ == "fio version 3 iolog") {
    version_ = 3;
  } else {
    fail("",
         "expected \"fio version 2 iolog\" or \"fio version 3 iolog\" (rainier replay plays other traces)");
  }
}

bool Iolog::read_line() {
  ++line_number_;
  stream_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  if (stream_.bad()) fail("", fmt::format("reading failed: {}", std::strerror(errno)));
  if (stream_.fail() && !stream_.eof())
    fail("", fmt::format("a line of more than {} characters", longest_line - 1));
  if (stream_.fail()) return false;
  line_ = trim(buffer_.data());
  return true;
}

bool Iolog::next(Io& out) {
  if (ios_left_ == 0) return false;
  while (!read_request(out)) {
    if (ios_ == 0 || passes_left_ <= 1) return false;
    if (passes_left_ != endless) --passes_left_;
    pass_start_ = time();
    rewind();
  }
  if (ios_left_ != endless) --ios_left_;
  ++ios_;
  return true;
}

bool Iolog::read_request(Io& out) {
  while (read_line()) {
    if (!line_.empty() && take(words_of(line_), out)) return true;
  }
  return false;
}

/// True if the line was a request.
bool Iolog::take(Words words, Io& out) {
  if (version_ == 3) {
    take_time(words.front());
    words.erase(words.begin());
  }
  if (words.size() < 2)
    fail("", fmt::format("expected {}FILE ACTION [OFFSET LENGTH]", version_ == 3 ? "TIME " : ""));
  if (words[1] == "wait") {
    take_wait(words);
    return false;
  }
  if (manage_file(words)) return false;
  out = request(words);
  return true;
}

void Iolog::take_time(std::string_view word) {
  const std::uint64_t us = number(word, "a time in us");
  if (us < clock_us_) fail("", fmt::format("times out of order: {} us after {} us", us, clock_us_));
  if (us > longest_us) fail("", fmt::format("a time of {} us is beyond 30 days", us));
  clock_us_ = us;
}

void Iolog::take_wait(const Words& words) {
  if (version_ != 2) fail("wait", "version 3 has a time on each line instead");
  if (words.size() < 3) fail("wait", "expected FILE wait MICROSECONDS");
  const std::uint64_t us = number(words[2], "microseconds");
  if (us > longest_us - clock_us_) fail("wait", "the trace is longer than 30 days");
  if (us >= shortest_wait_us) clock_us_ += us;
}

bool Iolog::manage_file(const Words& words) {
  const std::string name(words[0]);
  if (words[1] == "add") {
    added_.insert(name);
  } else if (words[1] == "open") {
    if (!added_.contains(name)) fail("open", fmt::format("\"{}\" was not added", name));
    open_.insert(name);
  } else if (words[1] == "close") {
    if (open_.erase(name) == 0) fail("close", fmt::format("\"{}\" is not open", name));
  } else {
    return false;
  }
  if (words.size() > 2) fail(std::string(words[1]), "expected nothing after it");
  return true;
}

Io Iolog::request(const Words& words) const {
  static const std::vector<std::string> actions{"read", "write", "trim", "sync", "datasync"};
  std::size_t op = 0;
  while (op < actions.size() && words[1] != actions[op]) ++op;
  if (op == actions.size()) {
    const std::string expected = version_ == 2 ? "add, open, close, read, write, trim, sync, datasync or wait"
                                               : "add, open, close, read, write, trim, sync or datasync";
    fail("", fmt::format("expected {}, not \"{}\"", expected, words[1]) +
                 config::did_you_mean(config::nearest(words[1], actions)));
  }
  const std::string action(words[1]);
  if (!open_.contains(words[0])) fail(action, fmt::format("\"{}\" is not open", words[0]));
  Io io{static_cast<Op>(op), 0, 0, time()};
  if (io.op == Op::sync || io.op == Op::datasync) return io;
  if (words.size() != 4) fail(action, "expected an offset and a length after it");
  io.offset = number(words[2], "an offset in bytes");
  io.length = number(words[3], "a length in bytes");
  if (io.length == 0) fail(action, "expected a length above 0");
  if (io.offset % sector != 0 || io.length % sector != 0) {
    fail(action, fmt::format("expected multiples of {} bytes, not offset {} and length {}", sector, io.offset,
                             io.length));
  }
  if (io.length > drive_bytes_ || io.offset > drive_bytes_ - io.length) {
    fail(action, fmt::format("{} bytes at {} reach past the end of the drive, which has {} bytes", io.length,
                             io.offset, drive_bytes_));
  }
  return io;
}

Time Iolog::time() const {
  if (!stalls_) return Time();
  return pass_start_ + Time(static_cast<std::int64_t>(static_cast<double>(clock_us_) * scale_ * 1e6));
}

std::uint64_t Iolog::number(std::string_view word, std::string_view what) const {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    fail("", fmt::format("expected {}, not \"{}\"", what, word));
  }
  return value;
}

void Iolog::fail(const std::string& key, const std::string& message) const {
  throw JobError({path_, line_number_}, key, message);
}

}  // namespace rainier::fio
