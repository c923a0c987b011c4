#pragma once

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "models/host/fio/job_error.hpp"
#include "models/host/trace/input/input.hpp"

namespace rainier::trace {

/// A file with these bytes, as long as the object lives.
class TraceFile {
 public:
  explicit TraceFile(std::string_view bytes) {
    std::string name = "/tmp/rainier-trace-XXXXXX";
    const int descriptor = ::mkstemp(name.data());
    REQUIRE(descriptor >= 0);
    ::close(descriptor);
    path_ = name;
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TraceFile() { ::unlink(path_.c_str()); }
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The same without a file: bytes in memory.
class Memory final : public ByteSource {
 public:
  explicit Memory(std::string bytes) : bytes_(std::move(bytes)) {}
  const char* compression() const override { return ""; }
  std::size_t read(std::span<char> to) override {
    const std::size_t taken = std::min(to.size(), bytes_.size() - at_);
    std::copy_n(bytes_.data() + at_, taken, to.data());
    at_ += taken;
    return taken;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

/// What a JobError said when `f` ran, without the path before it: `:LINE: message`.
template <class F>
std::string complaint(const std::string& path, F f) {
  try {
    f();
  } catch (const fio::JobError& error) {
    const std::string text = error.what();
    return text.starts_with(path) ? text.substr(path.size()) : text;
  }
  return "nothing was wrong";
}

}  // namespace rainier::trace
