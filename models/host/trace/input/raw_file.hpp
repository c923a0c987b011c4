#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rainier::trace {

/// A file as it lies on the disk, or standard input for "-", through a buffer of its own.
class RawFile {
 public:
  explicit RawFile(std::string path);
  ~RawFile();
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;

  /// What is at hand, at least one byte unless the file has ended.
  std::string_view peek();
  /// At least `bytes`, unless the file is shorter. `bytes` is at most the buffer's size.
  std::string_view peek(std::size_t bytes);
  void consume(std::size_t bytes) { begin_ += bytes; }
  bool at_end() { return peek().empty(); }

  /// Throws fio::JobError: `FILE: message`.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void fill();

  std::string path_;
  int descriptor_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  bool ended_ = false;
};

}  // namespace rainier::trace
