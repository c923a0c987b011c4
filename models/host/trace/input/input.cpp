#include "models/host/trace/input/input.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/host/fio/job_error.hpp"

namespace rainier::trace {
namespace {

constexpr std::size_t buffer_bytes = 1 << 20;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

Input::Input(const std::string& path) : Input(path == "-" ? "standard input" : path, open_bytes(path)) {}

Input::Input(std::string name, std::unique_ptr<ByteSource> source)
    : name_(std::move(name)), source_(std::move(source)), buffer_(buffer_bytes) {
  if (peek().starts_with(byte_order_mark)) begin_ += byte_order_mark.size();
}

bool Input::fill() {
  if (ended_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    taken_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  const std::size_t got = source_->read({buffer_.data() + end_, buffer_.size() - end_});
  end_ += got;
  ended_ = got == 0;
  return !ended_;
}

bool Input::last_line(std::string_view& line) {
  if (begin_ == end_) return false;
  line = without_return({buffer_.data() + begin_, end_ - begin_});
  begin_ = end_;
  searched_ = 0;
  ++line_;
  unterminated_ = true;
  return true;
}

std::string_view Input::peek() {
  while (end_ - begin_ < longest_line && fill()) {
  }
  return {buffer_.data() + begin_, std::min(end_ - begin_, longest_line)};
}

std::string_view Input::take(std::size_t bytes) {
  while (end_ - begin_ < bytes && fill()) {
  }
  const std::string_view taken{buffer_.data() + begin_, std::min(end_ - begin_, bytes)};
  begin_ += taken.size();
  return taken;
}

void Input::fail(const std::string& message) const { throw fio::JobError({name_, line_}, "", message); }

void Input::fail_long_line() const {
  throw fio::JobError({name_, line_ + 1}, "", fmt::format("a line of more than {} bytes", longest_line));
}

}  // namespace rainier::trace
