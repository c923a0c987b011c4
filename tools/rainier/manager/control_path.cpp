#include "tools/rainier/manager/control_path.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sim/config/error.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::manager {
namespace {

namespace fs = std::filesystem;
using tool::UsageError;

constexpr std::string_view ending = ".sock";
constexpr std::size_t longest_path = sizeof(sockaddr_un::sun_path) - 1, longest_name = 64;

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= longest_name && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                  c == '_' || c == '-';
         });
}

}  // namespace

fs::path control_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime == '/') return fs::path(runtime) / "rainier";
  return fs::temp_directory_path() / fmt::format("rainier-{}", ::getuid());
}

fs::path make_control_folder() {
  const fs::path folder = control_folder();
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    throw UsageError(fmt::format("cannot make {}: {}", folder.string(), std::strerror(errno)));
  struct stat there {};
  if (::lstat(folder.c_str(), &there) != 0 || !S_ISDIR(there.st_mode) || there.st_uid != ::getuid() ||
      (there.st_mode & 022) != 0)
    throw UsageError(
        fmt::format("{}: expected a folder of this user's that nobody else may write to", folder.string()));
  return folder;
}

NameLock::NameLock(const fs::path& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_ >= 0) ::flock(folder_, LOCK_EX);
}

NameLock::~NameLock() {
  if (folder_ >= 0) ::close(folder_);
}

fs::path control_path(const fs::path& folder, const std::string& name) {
  if (!is_name(name))
    throw UsageError(fmt::format("expected a name of up to {} letters, digits, ., _ and - (got {})",
                                 longest_name, config::in_quotes(name.substr(0, 2 * longest_name))));
  fs::path path = folder / (name + std::string(ending));
  if (path.native().size() > longest_path)
    throw UsageError(fmt::format("{}: longer than the {} characters a socket's path may have", path.string(),
                                 longest_path));
  return path;
}

std::vector<std::string> control_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(ending) || !entry.is_socket(error)) continue;
    const std::string name = file.substr(0, file.size() - ending.size());
    if (is_name(name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace rainier::manager
