#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/trace/options.hpp"

namespace rainier::tool {

/// How a trace is read, selected, ordered and spread.
void add_trace_options(CLI::App* command, TraceOptions& options);
/// What `replay` has more than `run`.
void add_replay_options(CLI::App* command, ReplayCommand& options);

}  // namespace rainier::tool
