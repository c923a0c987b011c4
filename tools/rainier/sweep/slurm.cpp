#include "tools/rainier/sweep/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "models/host/report/atomic_file.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string script(const fs::path& folder, const std::string& name, const std::string& array,
                   const std::string& command) {
  return fmt::format(
      "#!/bin/bash\n#SBATCH --job-name=rainier-{0}\n#SBATCH --output={1}/{0}-%j.log\n#SBATCH --requeue\n{2}"
      "exec {3}\n",
      name, folder.string(), array, command);
}

/// Submits a script and answers the job's number.
std::string submit(const std::string& arguments) {
  std::FILE* pipe = ::popen(("sbatch --parsable " + arguments + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw UsageError("--slurm: sbatch can't be started");
  std::string said;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) said += buffer.data();
  said.erase(std::find(said.begin(), said.end(), '\n'), said.end());
  if (::pclose(pipe) != 0) throw UsageError("--slurm: sbatch: " + said);
  return said.substr(0, said.find(';'));
}

}  // namespace

int submit_to_slurm(const SweepOptions& options, const SweepPlan& plan, const SweepResults& results,
                    std::uint64_t tasks, std::uint64_t at_most) {
  const auto parts = std::min<std::uint64_t>(tasks, plan.points.size());
  std::string base =
      fmt::format("{} sweep {} --output {} --quiet", quoted(fs::read_symlink("/proc/self/exe").string()),
                  quoted(fs::absolute(options.file).string()), quoted(results.folder().string()));
  if (!options.configs.empty()) base += " --configs " + quoted(fs::absolute(options.configs).string());
  const std::string processes = " --jobs ${SLURM_CPUS_PER_TASK:-1}";
  const fs::path folder = results.folder();
  const std::string array = fmt::format("#SBATCH --array=1-{}%{}\n", parts, at_most);
  const auto write = [&](const char* name, const std::string& text) {
    host::write_file(folder / name, text);
    return quoted((folder / name).string());
  };
  const std::string prepare =
      write("prepare.sbatch", script(folder, "prepare", "", base + processes + " --prepare"));
  const std::string points = write(
      "points.sbatch", script(folder, "points", array,
                              base + processes + fmt::format(" --shard $SLURM_ARRAY_TASK_ID/{}", parts)));
  const std::string collect = write("collect.sbatch", script(folder, "collect", "", base + " --collect"));
  if (std::system("command -v sbatch >/dev/null 2>&1") != 0) {
    print(
        fmt::format("sbatch is not here; where it is:\n"
                    "  id=$(sbatch --parsable {})\n"
                    "  id=$(sbatch --parsable --dependency=afterok:$id {})\n"
                    "  sbatch --dependency=afterany:$id {}\n",
                    prepare, points, collect));
    return 0;
  }
  const std::string first = submit(prepare);
  const std::string second = submit("--dependency=afterok:" + first + " " + points);
  const std::string last = submit("--dependency=afterany:" + second + " " + collect);
  print(fmt::format("submitted: states {}, {} parts {}, table {}\n", first, parts, second, last));
  return 0;
}

}  // namespace rainier::tool
