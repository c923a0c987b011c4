#include "tools/rainier/serve/image.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "models/host/report/atomic_file.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::live {
namespace {

constexpr std::string_view magic = "rainier-image 1\n";

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  throw tool::UsageError(fmt::format("--store {}: {}", path.string(), why));
}

int write_all(int file, const void* from, std::size_t bytes, std::uint64_t at) {
  const auto* p = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t n = ::pwrite(file, p, bytes, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : EIO;
    p += n;
    bytes -= static_cast<std::size_t>(n);
    at += static_cast<std::uint64_t>(n);
  }
  return 0;
}

bool is_zero(std::span<const std::byte> bytes) {
  return bytes.empty() ||
         (bytes[0] == std::byte{0} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

}  // namespace

Image::Image(const std::filesystem::path& path, const std::string& drive, std::uint64_t bytes)
    : path_(path), bytes_(bytes) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file_ < 0) refuse(path, std::strerror(errno));
  const auto refused = [&](const std::string& why) {
    ::close(file_);
    refuse(path, why);
  };
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) refused("another process serves it");
  struct stat status {};
  if (::fstat(file_, &status) != 0) refused(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refused("expected a regular file");
  std::array<char, head> page{};
  const std::string identity = fmt::format("{}{}\n{} bytes\n", magic, drive, bytes);
  // A file of zeros is what a process leaves that was killed while it made one.
  if (status.st_size > 0 && ::pread(file_, page.data(), page.size(), 0) < 0) refused(std::strerror(errno));
  is_new_ = std::all_of(page.begin(), page.end(), [](char c) { return c == 0; });
  if (is_new_ && status.st_size > 0 && static_cast<std::uint64_t>(status.st_size) != head + bytes)
    refused("it is no image of a drive");
  if (!is_new_) {
    const std::string_view found(page.data(), std::find(page.begin(), page.end(), '\0') - page.begin());
    if (!found.starts_with(magic)) refused("it is no image of a drive");
    if (found != identity) {
      const auto line = [](std::string_view text, int number) {
        for (; number > 0; --number) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
        return std::string(text.substr(0, text.find('\n')));
      };
      refused(fmt::format("it is of the drive {} with {}, not of {} with {} bytes", line(found, 1),
                          line(found, 2), drive, bytes));
    }
    if (static_cast<std::uint64_t>(status.st_size) != head + bytes)
      refused(fmt::format("it is cut short: {} bytes of {}", status.st_size, head + bytes));
    was_left_ = page[mark] != 0;
    if (const int error = set_mark(1); error != 0) refused(std::strerror(error));
    return;
  }
  if (::ftruncate(file_, static_cast<off_t>(head + bytes)) != 0) refused(std::strerror(errno));
  std::copy(identity.begin(), identity.end(), page.begin());
  page[mark] = 1;
  if (const int error = write_all(file_, page.data(), page.size(), 0); error != 0)
    refused(std::strerror(error));
  sync();
}

Image::~Image() { ::close(file_); }

int Image::set_mark(char used) {
  const int error = write_all(file_, &used, 1, mark);
  return error != 0 ? error : sync();
}

void Image::give_up() {
  int error = sync();
  if (error == 0) error = set_mark(0);
  if (error != 0) throw host::FileError(path_, std::strerror(error));
}

std::uint64_t Image::load(std::uint64_t block,
                          const std::function<void(std::uint64_t, std::span<std::byte>)>& give) const {
  std::vector<std::byte> piece(std::max<std::uint64_t>(128 << 10, block));
  std::uint64_t loaded = 0;
  const auto end = static_cast<off_t>(head + bytes_);
  for (off_t at = head; at < end;) {
    at = ::lseek(file_, at, SEEK_DATA);
    if (at < 0) break;  // nothing but holes
    const auto first = (static_cast<std::uint64_t>(at) - head) / piece.size() * piece.size();
    const std::uint64_t length = std::min<std::uint64_t>(piece.size(), bytes_ - first);
    const ssize_t got = ::pread(file_, piece.data(), length, static_cast<off_t>(head + first));
    if (got != static_cast<ssize_t>(length))
      refuse(path_, got < 0 ? std::strerror(errno) : "it is cut short");
    // Whole blocks of zeros hold nothing.
    const auto block_at = [&](std::uint64_t from) {
      return std::span(piece).subspan(from, std::min<std::uint64_t>(block, length - from));
    };
    std::uint64_t from = 0;
    while (from < length) {
      while (from < length && is_zero(block_at(from))) from += block;
      std::uint64_t to = from;
      while (to < length && !is_zero(block_at(to))) to += block;
      to = std::min(to, length);
      if (to > from) {
        give(first + from, std::span(piece).subspan(from, to - from));
        loaded += to - from;
      }
      from = to;
    }
    at = static_cast<off_t>(head + first + length);
  }
  return loaded;
}

int Image::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  return write_all(file_, bytes.data(), bytes.size(), head + offset);
}

int Image::zero(std::uint64_t offset, std::uint64_t bytes) {
  if (::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(head + offset),
                  static_cast<off_t>(bytes)) == 0)
    return 0;
  if (errno != EOPNOTSUPP) return errno;
  static const std::vector<std::byte> zeros(1 << 20);
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t length = std::min<std::uint64_t>(zeros.size(), bytes - done);
    if (const int error = write_all(file_, zeros.data(), length, head + offset + done); error != 0)
      return error;
    done += length;
  }
  return 0;
}

int Image::sync() { return ::fdatasync(file_) == 0 ? 0 : errno; }

}  // namespace rainier::live
