#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace rainier::live {

/// The file that a live drive's bytes outlast its process in: one page of what the drive is, then its bytes
/// by address, sparse. What write() has taken is there after the end of the process, however it ends; after
/// that of the machine, what was written before sync(). One process at a time.
class Image {
 public:
  /// Opens the file, or makes it. @throws tool::UsageError where it is of another drive, by name, or no image
  Image(const std::filesystem::path& path, const std::string& drive, std::uint64_t bytes);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  bool is_new() const { return is_new_; }
  /// Whether the process that had it before did not give it up.
  bool was_left() const { return was_left_; }
  /// Nothing is written any more, and all of it is on the disk. @throws host::FileError
  void give_up();
  /// Calls give(offset, bytes) for what is not all zeros, in blocks of so many bytes at least, in pieces of
  /// at most 128 KiB, in order; how many bytes.
  std::uint64_t load(std::uint64_t block,
                     const std::function<void(std::uint64_t, std::span<std::byte>)>& give) const;

  // The answer is 0 or an errno, ENOSPC among them; then what the file held there may be old or new.
  int write(std::uint64_t offset, std::span<const std::byte> bytes);
  int zero(std::uint64_t offset, std::uint64_t bytes);
  int sync();

 private:
  static constexpr std::uint64_t head = 4096, mark = 2048;  ///< there a byte says whether it is in use
  int set_mark(char used);
  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t bytes_;
  bool is_new_ = false, was_left_ = false;
};

}  // namespace rainier::live
