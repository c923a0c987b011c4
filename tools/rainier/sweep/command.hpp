#pragma once

#include <filesystem>
#include <string>

namespace rainier::tool {

/// The arguments of `rainier sweep`.
struct SweepOptions {
  std::filesystem::path configs;
  std::string file;
  std::string output;     ///< folder; empty: the file's name without its ending
  std::string processes;  ///< at once; empty: as many as there are processors
  std::string shard;      ///< `I/N`: only each N-th point
  std::string tasks;      ///< of the cluster's array
  std::string at_most;    ///< of them at once
  bool list = false, explain = false, prepare = false, collect = false, retry = false, full = false;
  bool slurm = false;
  bool quiet = false;
};

/// Runs what has not been run of a sweep and puts all of it into one table.
int sweep(const SweepOptions& options);

}  // namespace rainier::tool
