#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/commands.hpp"
#include "tools/rainier/pts/options.hpp"

/// The commands that set what is simulated beside what was published.
namespace rainier::tool {

/// Host, parameters and where presets are.
void add_setup(CLI::App* command, SetupOptions& setup, std::filesystem::path& configs);
void add_spec(CLI::App* command, SpecOptions& options);
void add_pts(CLI::App* command, PtsOptions& options);
void add_validate(CLI::App* command, ValidateOptions& options);
void add_faults(CLI::App* command, SetupOptions& setup);
void add_experiment(CLI::App* command, ExperimentOptions& options);

}  // namespace rainier::tool
