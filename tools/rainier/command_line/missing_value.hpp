#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rainier::tool {

/// An option that takes a value does not take the next option for it: `--json --quiet` would write a file
/// named --quiet. One that is meant to be called so stands behind an equals sign.
/// @throws UsageError
void refuse_missing_values(const CLI::App& command, const std::vector<std::string>& arguments);

}  // namespace rainier::tool
