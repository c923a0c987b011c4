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

/// The drive must be one: what is wrong with it is said in its own words, but not with lines of a file that
/// will not be there.
void check(const std::string& drive, const fs::path& yaml, const std::string& device) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} makes no drive: {}", device, why));
  };
  try {
    const auto loaded = config::load_from_text<controller::DriveConfig>(drive, yaml.string());
    drive::Simulation(loaded.params, host::Params(), 1);
  } catch (const config::Error& error) {
    const std::string place = error.place.line == 0
                                  ? error.place.file + ": "
                                  : fmt::format("{}:{}: ", error.place.file, error.place.line);
    const std::string what = error.what();
    refuse(what.starts_with(place) ? what.substr(place.size()) : what);
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
}

/// Files that appear together, when all of them have been written.
class Together {
 public:
  void write(const fs::path& path, const std::string& text) {
    files_.push_back({path, host::AtomicFile(path)});
    files_.back().file.write(text);
    files_.back().file.flush();
  }
  /// Their names, a line each.
  std::string commit() {
    std::string names;
    for (auto& [path, file] : files_) {
      file.commit();
      if (path.extension() == ".sh") fs::permissions(path, fs::perms(0755));
      names += fmt::format("wrote {}\n", path.string());
    }
    return names;
  }

 private:
  struct Written {
    fs::path path;
    host::AtomicFile file;
  };
  std::vector<Written> files_;
};

}  // namespace

int import_mqsim(const MqsimImport& command) {
  const MqsimFile device(command.device, "Execution_Parameter_Set");
  const MqsimFile workload(command.workload, "MQSim_IO_Scenarios");
  const std::string name = command.name.empty() ? fs::path(command.device).stem().string() : command.name;
  Remarks remarks;
  const MqsimScenarios scenarios = mqsim_scenarios(workload, name, remarks);
  const std::string drive = mqsim_drive(device, name, scenarios.caching, remarks);

  const fs::path folder = command.output, yaml = folder / "drives" / (name + ".yaml");
  check(drive, yaml, command.device);
  make_folder(folder / "drives");
  make_folder(folder / "workloads");
  Together files;
  files.write(yaml, drive);
  for (const MqsimOutput& output : scenarios.files)
    files.write(folder / "workloads" / output.name, output.text);
  const std::string remarked = report(remarks);
  files.write(folder / (name + "-import.txt"), remarked);
  const std::string written = files.commit();
  if (!command.quiet) print(remarked + written);
  return 0;
}

}  // namespace rainier::tool
