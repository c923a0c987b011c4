#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/drive/observer.hpp"
#include "models/host/fio/job_file.hpp"
#include "tools/rainier/setup.hpp"

namespace rainier::tool {

/// The arguments of `rainier run` and `rainier explain`.
struct RunOptions {
  std::filesystem::path configs;
  SetupOptions setup;
  std::vector<std::string> job_files;
  std::vector<std::string> job_options;  ///< `rw=randread`: those of the command line that are fio's
  std::string precondition;
  std::string snapshot;   ///< file with the preconditioned state; empty: none
  std::string snapshots;  ///< folder of kept states, see SnapshotStore
  std::string seed = "1";
  std::string json, series;  ///< files; empty: none; json "-": standard output
  std::string series_interval = "1s";
  std::string timeline, blktrace;  ///< files; empty: none
  std::string timeline_window = "0s..10ms";
  std::string queue = "wheel";
  bool quiet = false;
  bool keep_series = false;  ///< records the series where it is not written too
  /// Asked several times a second; true ends the run in order. None: signals do.
  std::function<bool()> stop;
  std::vector<drive::Observer*> observers;  ///< look on while the jobs run
  /// Instead of job files: the jobs for this drive.
  std::function<fio::JobFile(const Setup&)> jobs;
};

}  // namespace rainier::tool
