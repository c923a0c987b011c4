#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/rainier/run_options.hpp"

/// The commands of `rainier`. Each prints to standard output and answers its exit status; what the user did
/// wrong is an exception that main() turns into one line.
namespace rainier::tool {

inline constexpr int exit_interrupted = 130;

/// The arguments of `rainier spec`.
struct SpecOptions {
  std::filesystem::path configs;
  SetupOptions setup;
  std::vector<std::string> rows;  ///< ids; none: all
  std::uint64_t seed = 1;
  std::string json;
  bool strict = false;
  bool quiet = false;
};

/// Runs jobs on a drive and reports what fio would, and more.
int run(const RunOptions& options);
/// Measures a drive as its figures were published and sets both side by side; always at full capacity.
int spec(const SpecOptions& options);

}  // namespace rainier::tool
