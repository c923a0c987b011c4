#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rainier::tool {

/// One run of this program in a process of its own.
struct Task {
  std::string name;                    ///< of the file it writes: NAME.json
  std::vector<std::string> arguments;  ///< of rainier, but for --json
  std::string drive;
  double cost = 1;  ///< the dear ones are started first
};

struct Outcome {
  int status = -1;    ///< as a shell has it; -1: not run
  std::string error;  ///< the last line the child said
};

/// Runs all tasks, `processes` of them at once, each writing `folder`/NAME.json; stale files go first. Which
/// runs when changes no byte of what is written. A signal is passed on, and then nothing new is started.
/// @param progress  told how many are done, and how many run
/// @param ended     told of each task that has ended, by its number
/// @param writes    whether it is given `--json` with the name of its file
std::vector<Outcome> run_tasks(const std::vector<Task>& tasks, const std::filesystem::path& folder,
                               unsigned processes,
                               const std::function<void(std::size_t, std::size_t)>& progress,
                               const std::function<void(std::size_t, const Outcome&)>& ended = {},
                               bool writes = true);

}  // namespace rainier::tool
