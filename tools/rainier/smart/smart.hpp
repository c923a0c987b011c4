#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/rainier/run_options.hpp"

namespace rainier::tool {

/// The arguments of `rainier smart`.
struct SmartCommand {
  RunOptions run;         ///< no drive: its one job file is a result, as JSON
  bool log = false;       ///< prints what happened to the drive too
  bool ataioctl = false;  ///< prints what `smartctl -` reads instead of the table
};

/// Prints a drive's health: of a run that has been, or of one that is run for it; without jobs, of the drive
/// as it is preconditioned. @throws as run()
int smart(const SmartCommand& command);

}  // namespace rainier::tool
