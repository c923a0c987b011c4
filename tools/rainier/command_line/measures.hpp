#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/commands.hpp"
#include "tools/rainier/pts/options.hpp"

/// The commands that set what is simulated beside what was published.
namespace rainier::tool {

void add_spec(CLI::App* command, SpecOptions& options);
void add_pts(CLI::App* command, PtsOptions& options);
void add_validate(CLI::App* command, ValidateOptions& options);
void add_experiment(CLI::App* command, ExperimentOptions& options);

}  // namespace rainier::tool
