#include "tools/rainier/import/mqsim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "models/drive/simulation.hpp"
#include "models/host/report/atomic_file.hpp"
#include "sim/config/load.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

namespace fs = std::filesystem;

std::string list(const Remarks& remarks, Remark::Kind kind, const char* title) {
  std::string text;
  for (const Remark& r : remarks) {
    if (r.kind != kind) continue;
    const std::string place = r.line == 0 ? r.file : fmt::format("{}:{}", r.file, r.line);
    const std::string line = fmt::format("  {}: {} = {}: {}\n", place, r.key, r.value, r.text);
    if (text.find(line) == std::string::npos) text += line;
  }
  return text.empty() ? "" : std::string(title) + "\n" + text;
}

std::string report(const Remarks& remarks) {
  return list(remarks, Remark::Kind::without, "Without counterpart:") +
         list(remarks, Remark::Kind::approximate, "Taken over as the nearest there is:") +
         list(remarks, Remark::Kind::quirk, "Other than its name says, or not MQSim's:");
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw host::FileError(folder, error.message());
}

/// The drive that was written must be one: what is wrong with it is said in its own words.
void check(const fs::path& drive) {
  const auto loaded = config::load<controller::DriveConfig>(drive, {{}, {}});
  drive::Simulation(loaded.params, host::Params(), 1);
}

}  // namespace

int import_mqsim(const MqsimImport& command) {
  const MqsimFile device(command.device, "Execution_Parameter_Set");
  const MqsimFile workload(command.workload, "MQSim_IO_Scenarios");
  const std::string name = command.name.empty() ? fs::path(command.device).stem().string() : command.name;
  Remarks remarks;
  const MqsimScenarios scenarios = mqsim_scenarios(workload, name, remarks);
  const std::string drive = mqsim_drive(device, name, scenarios.caching, remarks);

  const fs::path folder = command.output;
  make_folder(folder / "drives");
  make_folder(folder / "workloads");
  const fs::path yaml = folder / "drives" / (name + ".yaml");
  host::write_file(yaml, drive);
  std::string written = fmt::format("wrote {}\n", yaml.string());
  for (const MqsimOutput& output : scenarios.files) {
    const fs::path path = folder / "workloads" / output.name;
    host::write_file(path, output.text);
    if (output.name.ends_with(".sh")) fs::permissions(path, fs::perms(0755));
    written += fmt::format("wrote {}\n", path.string());
  }
  const std::string remarked = report(remarks);
  host::write_file(folder / (name + "-import.txt"), remarked);
  if (!command.quiet) print(remarked + written);
  check(yaml);
  return 0;
}

}  // namespace rainier::tool
