#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "tools/rainier/setup.hpp"

namespace rainier::tool {

// Options that many commands have, each declared in this one place.

void add_host(CLI::App* command, SetupOptions& setup);
void add_set(CLI::App* command, SetupOptions& setup);
void add_faults(CLI::App* command, SetupOptions& setup);
void add_scale(CLI::App* command, SetupOptions& setup);
void add_configs(CLI::App* command, std::filesystem::path& configs);
void add_seed(CLI::App* command, std::string& seed);

/// The host, --set and --configs.
void add_setup(CLI::App* command, SetupOptions& setup, std::filesystem::path& configs);
/// --set, --configs, --scale and --seed, of a command that has hosts of its own or none.
void add_scaled_drive(CLI::App* command, SetupOptions& setup, std::filesystem::path& configs,
                      std::string& seed);

}  // namespace rainier::tool
