#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/rainier/simulated_run.hpp"

namespace rainier::tool {

/// The layout of fio's json+ with everything else under one key, `rainier`. The same run gives the same
/// bytes.
nlohmann::ordered_json result_json(const SimulatedRun& run);

}  // namespace rainier::tool
