#pragma once

#include <filesystem>
#include <string>

#include "tools/rainier/import/mqsim_xml.hpp"

namespace rainier::tool {

/// The arguments of `rainier import mqsim`.
struct MqsimImport {
  std::string device, workload;         ///< files
  std::string output = "mqsim-import";  ///< folder, laid out as configs/
  std::string name;                     ///< of the drive; empty: that of the file
  bool quiet = false;
};

/// Writes a drive and the jobs of each scenario, and names every parameter that has no counterpart.
int import_mqsim(const MqsimImport& command);

/// What a workload decides about the drive.
struct MqsimCaching {
  bool writes = true;  ///< they are acknowledged from the cache
};

/// A drive as YAML. @throws UsageError, FILE:LINE
std::string mqsim_drive(const MqsimFile& file, const std::string& name, const MqsimCaching& caching,
                        Remarks& remarks);

/// One file of a scenario.
struct MqsimOutput {
  std::string name;  ///< `scenario-1.fio` or `scenario-1.sh`
  std::string text;
};
struct MqsimScenarios {
  std::vector<MqsimOutput> files;
  MqsimCaching caching;
};
/// The jobs of a workload file, for this drive. @throws UsageError, FILE:LINE
MqsimScenarios mqsim_scenarios(const MqsimFile& file, const std::string& drive, Remarks& remarks);

}  // namespace rainier::tool
