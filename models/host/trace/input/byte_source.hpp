#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace rainier::trace {

/// Bytes from first to last, after decompression.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// As many bytes as are at hand, at least one; 0 at the end. Throws fio::JobError, naming the file, when
  /// reading fails, or the compressed data is damaged or ends too early.
  virtual std::size_t read(std::span<char> to) = 0;
  /// "" for plain data, else gzip, bzip2, xz or zstd.
  virtual const char* compression() const = 0;
};

/// A file, or standard input for "-"; gzip, bzip2, xz and zstd are told by their first bytes, not by the
/// name. Files that were compressed in several pieces are read to the last one.
std::unique_ptr<ByteSource> open_bytes(const std::string& path);

}  // namespace rainier::trace
