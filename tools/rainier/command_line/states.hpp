#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/commands.hpp"
#include "tools/rainier/sweep/command.hpp"

/// Preconditioned states that are kept, and the sweeps that live on them.
namespace rainier::tool {

/// Where a run's preconditioned state comes from.
void add_states(CLI::App* command, RunOptions& options);
void add_snapshot(CLI::App* command, SnapshotOptions& options);
void add_sweep(CLI::App* command, SweepOptions& options);

}  // namespace rainier::tool
