#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rainier::host {

/// A file could not be written: one line with its path and the system's reason.
class FileError : public std::runtime_error {
 public:
  FileError(const std::filesystem::path& path, const std::string& reason)
      : std::runtime_error("cannot write " + path.string() + ": " + reason), path_(path), reason_(reason) {}
  const std::filesystem::path& path() const { return path_; }
  const std::string& reason() const { return reason_; }

 private:
  std::filesystem::path path_;
  std::string reason_;
};

/// A file that appears whole or not at all: it is written under a temporary name in the same folder and takes
/// its own name at commit(). Without commit() nothing is left and what stood there stays as it was.
/// A link is followed; a path that is no regular file (a pipe, a terminal) is written to directly.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);  ///< throws FileError
  ~AtomicFile();
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  AtomicFile& operator=(AtomicFile&&) = delete;

  void write(std::string_view bytes);  ///< throws FileError
  void flush();   ///< to the system, so that commit() finds no full disk; throws FileError
  void commit();  ///< throws FileError; nothing may be written afterwards

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;       ///< as the caller named it, for messages
  std::filesystem::path target_;     ///< with links resolved
  std::filesystem::path temporary_;  ///< empty where the target is written directly
  std::string buffer_;
  int descriptor_ = -1;
};

/// Writes the whole content or throws FileError.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace rainier::host
