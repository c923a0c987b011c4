#include "tools/rainier/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include "models/host/report/atomic_file.hpp"

namespace rainier::tool {

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && (errno == EPIPE || errno == EBADF)) return;
    if (written < 0) throw host::FileError("standard output", std::generic_category().message(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void check_writable(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  const bool special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
                       !std::filesystem::is_directory(status);
  if (!path.empty() && path != "-" && !special) host::AtomicFile(std::filesystem::path(path));
}

void write_output(const std::string& path, std::string_view text) {
  if (path == "-") return print(text);
  host::write_file(path, text);
}

Progress::Progress(bool wanted)
    : enabled_(wanted && ::isatty(STDERR_FILENO) == 1), next_(wall_seconds() + 0.2) {}

bool Progress::due() { return enabled_ && wall_seconds() >= next_; }

void Progress::show(const std::string& text) {
  if (!due()) return;
  next_ = wall_seconds() + 0.2;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  shown_ = false;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  const std::size_t sign = digits.front() == '-' ? 1 : 0;
  for (std::size_t from_end = 3; from_end + sign < digits.size(); from_end += 4)
    digits.insert(digits.size() - from_end, ",");
  return digits;
}

}  // namespace rainier::tool
