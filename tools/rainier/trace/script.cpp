#include "tools/rainier/trace/script.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "sim/config/error.hpp"
#include "sim/config/source_dir.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/usage_error.hpp"

extern char** environ;

namespace rainier::tool {

namespace {

/// Where the scripts are: beside an installed command's configurations, or in the sources.
std::string script_path(const std::string& script) {
  std::error_code ignored;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path installed = executable.parent_path() / "../share/rainier/plot" / script;
  if (std::filesystem::exists(installed, ignored)) return installed.lexically_normal().string();
  return config::in_sources("tools/plot/" + script);
}

/// Whether the file is the table of a sweep.
bool is_sweep(const std::string& file) {
  std::ifstream stream(file);
  std::string begin(11, '\0');
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == "point,seed,";
}

/// All that is written to the pipe, whose end it closes.
std::string drained(int descriptor) {
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t n = 0; (n = ::read(descriptor, part.data(), part.size())) > 0 || (n < 0 && errno == EINTR);)
    text.append(part.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  ::close(descriptor);
  return text;
}

std::string last_line(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text.substr(text.rfind('\n') + 1);
}

constexpr int refused = 2;  ///< of a script that has said in one line what is wrong with its input

}  // namespace

void draw(const std::string& script, const std::vector<std::string>& given) {
  std::vector<std::string> words{"/usr/bin/python3", script_path(script)};
  words.insert(words.end(), given.begin(), given.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  const std::string said = drained(pipe[0]);
  if (failed != 0) throw UsageError(fmt::format("a picture needs {} with matplotlib", words[0]));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == refused) throw UsageError(last_line(said));
  throw UsageError(fmt::format("{} could not draw the picture (it needs Debian's python3-matplotlib): {}",
                               words[1], last_line(said)));
}

int plot(const PlotCommand& command) {
  std::vector<std::string> files = command.files;
  // What a file is shows in the file; who says that it is a sweep's is right to.
  const bool of_sweep =
      !files.empty() && files.front() == "sweep" && !std::filesystem::is_regular_file(files.front());
  if (of_sweep) files.erase(files.begin());
  if (files.empty())
    throw UsageError(of_sweep
                         ? "plot sweep: give the results.csv of a sweep"
                         : "plot: give results (JSON of a run), series (CSV) or the results.csv of a sweep");
  for (const std::string& file : files)
    if (!std::filesystem::is_regular_file(file))
      throw UsageError("plot: no such file: " + config::in_quotes(file));
  if (of_sweep && !is_sweep(files.front()))
    throw UsageError("plot sweep: " + config::in_quotes(files.front()) +
                     " is not the results.csv of a sweep");
  const std::string ending = std::filesystem::path(command.output).extension();
  if (ending != ".svg" && ending != ".png" && ending != ".pdf")
    throw UsageError("plot --output: expected a name that ends in .svg, .png or .pdf (got " +
                     config::in_quotes(command.output) + ")");
  check_writable(command.output);
  std::vector<std::string> arguments{command.output};
  arguments.insert(arguments.end(), files.begin(), files.end());
  draw(is_sweep(files.front()) ? "sweep.py" : "results.py", arguments);
  print("wrote " + command.output + "\n");
  return 0;
}

}  // namespace rainier::tool
