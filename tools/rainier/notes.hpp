#pragma once

#include <string>
#include <vector>

#include "tools/rainier/simulated_run.hpp"

namespace rainier::tool {

/// What a reader of the result must know: one sentence each.
std::vector<std::string> notes_of(const SimulatedRun& run, const RunOptions& options);

}  // namespace rainier::tool
