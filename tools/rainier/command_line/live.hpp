#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/serve/command.hpp"

/// A drive that programs outside use.
namespace rainier::tool {

void add_serve(CLI::App* command, ServeOptions& options);

}  // namespace rainier::tool
