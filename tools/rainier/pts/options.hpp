#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/rainier/setup.hpp"

namespace rainier::tool {

/// The arguments of `rainier pts`; what is absent is as the test's plan has it.
struct PtsOptions {
  std::filesystem::path configs;
  SetupOptions setup;
  std::string test;
  std::optional<std::string> precondition;
  std::string queue_depth, workers, rounds, after, capacities, cell, sample;
  std::vector<std::string> blocks, reads;
  std::string seed = "1";
  std::string json, csv;  ///< files; empty: none; "-": standard output
  bool strict = false;
  bool quiet = false;
};

/// Puts a drive through one of SNIA's performance tests.
int pts(const PtsOptions& options);

}  // namespace rainier::tool
