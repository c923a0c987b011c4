#pragma once

#include "tools/rainier/trace/options.hpp"

namespace rainier::tool {

/// Plays a trace to a drive and reports as `run` does, or as `explain`.
int replay(const ReplayCommand& command);

}  // namespace rainier::tool
