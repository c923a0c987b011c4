#include "tools/rainier/trace/script.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <vector>

#include "models/host/report/atomic_file.hpp"
#include "models/host/report/scratch_folder.hpp"
#include "sim/config/source_dir.hpp"
#include "tools/rainier/usage_error.hpp"

extern char** environ;

namespace rainier::tool {

void draw(const std::string& script, const std::string& json, const std::string& picture) {
  const host::ScratchFolder folder;
  const std::string data = (folder / "data.json").string();
  host::write_file(data, json);
  const std::string path = config::in_sources("tools/plot/" + script);
  std::vector<std::string> words{"/usr/bin/python3", path, data, picture};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (::posix_spawn(&child, words[0].c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
    throw UsageError(fmt::format("a picture needs {} with matplotlib", words[0]));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw UsageError(fmt::format("{} could not draw {} (Debian: python3-matplotlib)", path, picture));
}

}  // namespace rainier::tool
