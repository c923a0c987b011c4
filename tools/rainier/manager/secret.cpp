#include "tools/rainier/manager/secret.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "models/host/report/atomic_file.hpp"

namespace rainier::manager {

std::string random_text(std::size_t characters) {
  static constexpr std::string_view alphabet = "23456789abcdefghjkmnpqrstuvwxyz_";
  static_assert(alphabet.size() == 32);
  std::string text(characters, '\0');
  for (std::size_t done = 0; done < characters;) {
    const ssize_t got = ::getrandom(text.data() + done, characters - done, 0);
    if (got < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
    if (got > 0) done += static_cast<std::size_t>(got);
  }
  for (char& c : text) c = alphabet[static_cast<unsigned char>(c) % alphabet.size()];
  return text;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  volatile std::size_t differs = a.size() ^ b.size();
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const auto x = i < a.size() ? static_cast<unsigned char>(a[i]) : 0U;
    const auto y = i < b.size() ? static_cast<unsigned char>(b[i]) : 0U;
    differs = differs | (x ^ y);
  }
  return differs == 0;
}

void write_secret(const std::filesystem::path& file, std::string_view secret) {
  struct stat there {};
  if (::lstat(file.c_str(), &there) == 0) {
    if (!S_ISREG(there.st_mode)) throw host::FileError(file, "not a regular file");
    ::unlink(file.c_str());  // its mode would stay
  }
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) throw host::FileError(file, std::strerror(errno));
  const std::string line = std::string(secret) + "\n";
  const ssize_t written = ::write(descriptor, line.data(), line.size());
  const int error = errno;
  ::close(descriptor);
  if (written != static_cast<ssize_t>(line.size())) throw host::FileError(file, std::strerror(error));
}

}  // namespace rainier::manager
