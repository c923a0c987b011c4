#include "models/host/trace/input/raw_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "models/host/fio/job_error.hpp"

namespace rainier::trace {

namespace {
constexpr std::size_t buffer_bytes = std::size_t{1} << 18;
}

RawFile::RawFile(std::string path) : path_(std::move(path)), descriptor_(-1), buffer_(buffer_bytes) {
  if (path_ == "-") {
    descriptor_ = STDIN_FILENO;
    path_ = "standard input";
    return;
  }
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(std::string("can't read it: ") + std::strerror(errno));
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor_);
    fail("can't read it: it is a folder");
  }
}

RawFile::~RawFile() {
  if (descriptor_ != STDIN_FILENO && descriptor_ >= 0) ::close(descriptor_);
}

std::string_view RawFile::peek() {
  if (begin_ == end_) fill();
  return {buffer_.data() + begin_, end_ - begin_};
}

std::string_view RawFile::peek(std::size_t bytes) {
  while (end_ - begin_ < bytes && !ended_) fill();
  return {buffer_.data() + begin_, end_ - begin_};
}

void RawFile::fill() {
  if (ended_) return;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail(std::string("reading failed: ") + std::strerror(errno));
  end_ += static_cast<std::size_t>(got);
  ended_ = got == 0;
}

void RawFile::fail(const std::string& message) const { throw fio::JobError({path_, 0}, "", message); }

}  // namespace rainier::trace
