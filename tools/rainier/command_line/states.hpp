#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/commands.hpp"

/// Preconditioned states that are kept.
namespace rainier::tool {

/// Where a run's preconditioned state comes from.
void add_states(CLI::App* command, RunOptions& options);
void add_snapshot(CLI::App* command, SnapshotOptions& options);

}  // namespace rainier::tool
