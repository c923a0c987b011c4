#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/rainier/run_options.hpp"

/// The commands of `rainier`. Each prints to standard output and answers its exit status; what the user did
/// wrong is an exception that main() turns into one line.
namespace rainier::tool {

inline constexpr int exit_interrupted = 130;

/// Runs jobs on a drive and reports what fio would, and more.
int run(const RunOptions& options);

}  // namespace rainier::tool
