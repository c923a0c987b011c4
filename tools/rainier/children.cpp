#include "tools/rainier/children.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <system_error>
#include <thread>

#include "tools/rainier/interrupt.hpp"

namespace rainier::tool {
namespace {

namespace fs = std::filesystem;

fs::path said(const fs::path& folder, const Task& task) { return folder / (task.name + ".said"); }

std::string last_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string last;
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) last = line;
  return last;
}

/// The child ends with its parent, and a terminal's Ctrl-C reaches it only through the parent: twice would
/// end it without its partial result.
pid_t start(const Task& task, const fs::path& folder, bool writes) {
  std::vector<std::string> words{"rainier"};
  words.insert(words.end(), task.arguments.begin(), task.arguments.end());
  if (writes) words.insert(words.end(), {"--json", (folder / (task.name + ".json")).string()});
  words.push_back("--quiet");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string errors = said(folder, task).string();
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);
  const int null = ::open("/dev/null", O_RDWR),
            file = ::open(errors.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
  ::dup2(null, 0);
  ::dup2(null, 1);
  ::dup2(file, 2);
  ::execv("/proc/self/exe", argv.data());
  ::_exit(127);
}

int shell_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

}  // namespace

std::vector<Outcome> run_tasks(const std::vector<Task>& tasks, const fs::path& folder, unsigned processes,
                               const std::function<void(std::size_t, std::size_t)>& progress,
                               const std::function<void(std::size_t, const Outcome&)>& ended, bool writes) {
  for (const Task& task : tasks) fs::remove(folder / (task.name + ".json"));
  std::vector<std::size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tasks[a].cost > tasks[b].cost; });
  std::vector<Outcome> outcomes(tasks.size());
  std::map<pid_t, std::size_t> running;
  std::size_t next = 0, done = 0;
  bool told = false;
  while (next < order.size() || !running.empty()) {
    if (interrupted() && !told) {
      told = true;
      next = order.size();
      for (const auto& [child, task] : running) ::kill(child, SIGTERM);
    }
    while (next < order.size() && running.size() < std::max(1u, processes)) {
      running[start(tasks[order[next]], folder, writes)] = order[next];
      ++next;
    }
    progress(done, running.size());
    for (auto at = running.begin(); at != running.end();) {
      int status = 0;
      if (::waitpid(at->first, &status, WNOHANG) != at->first) {
        ++at;
        continue;
      }
      const Task& task = tasks[at->second];
      outcomes[at->second] = {shell_status(status), last_line(said(folder, task))};
      fs::remove(said(folder, task));
      if (ended) ended(at->second, outcomes[at->second]);
      ++done;
      at = running.erase(at);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return outcomes;
}

}  // namespace rainier::tool
