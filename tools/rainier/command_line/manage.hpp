#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/manager/manage.hpp"

namespace rainier::tool {

/// What is asked of a drive that is served, and done to it.
void add_manage(CLI::App* command, manager::ManageCommand& options);

}  // namespace rainier::tool
