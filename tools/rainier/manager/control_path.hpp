#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rainier::manager {

/// Where the control sockets of this user's drives are: $XDG_RUNTIME_DIR/rainier, else rainier-UID in the
/// system's folder for temporary files.
std::filesystem::path control_folder();
/// The same, made with mode 0700 where it is not there. @throws UsageError where others could write to it
std::filesystem::path make_control_folder();
/// While it lives no other process of this user takes a name there.
class NameLock {
 public:
  explicit NameLock(const std::filesystem::path& folder);
  ~NameLock();
  NameLock(const NameLock&) = delete;
  NameLock& operator=(const NameLock&) = delete;

 private:
  int folder_;
};

/// Of the drive of that name. @throws UsageError where it is no name: letters, digits, . _ and -
std::filesystem::path control_path(const std::filesystem::path& folder, const std::string& name);
/// The names of all sockets there, in order; whether anyone answers is another question.
std::vector<std::string> control_names(const std::filesystem::path& folder);

}  // namespace rainier::manager
