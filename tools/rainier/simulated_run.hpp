#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "models/drive/simulation.hpp"
#include "models/host/fio/job_file.hpp"
#include "models/host/report/run_report.hpp"
#include "sim/stats/series.hpp"
#include "tools/rainier/die_map.hpp"
#include "tools/rainier/run_options.hpp"

namespace rainier::tool {

/// A run that has ended, with all that a report may ask for.
struct SimulatedRun {
  Setup setup;
  fio::JobFile jobs;
  std::vector<drive::Pass> recipe;
  std::uint64_t seed = 1;
  std::unique_ptr<drive::Simulation> simulation;
  host::RunReport report;
  Series series;          ///< empty unless asked for
  drive::Usage usage;     ///< of the jobs, preconditioning left out
  FlashBusy busy_before;  ///< of each die and channel, before the jobs
  std::uint64_t event_hash = 0;
  std::vector<std::string> notes;          ///< what a reader of the result must know
  std::vector<std::string> broken;         ///< conservation laws that do not hold
  bool partial = false;                    ///< stopped by a signal
  double precondition_wall = 0, wall = 0;  ///< seconds; never part of a file
};

/// Sets up, preconditions, runs and checks the conservation laws. Everything that can be refused is refused
/// before the long part begins: files that could not be written too.
/// @throws config::Error, fio::JobError, host::FileError, UsageError, std::invalid_argument
SimulatedRun simulate(const RunOptions& options);

// The parts of it, for whoever keeps the drive and runs jobs on it one after the other.

/// The jobs that the options ask for, once all that can be refused has been.
/// @throws fio::JobError, UsageError, host::FileError
fio::JobFile jobs_of(const Setup& setup, const RunOptions& options);
/// Lets the jobs, which are loaded, work to their end, and sets all that a report may ask for.
void run_jobs(SimulatedRun& run, const RunOptions& options);

/// The text of the JSON; what `more` holds stands in it with the rest of what is Rainier's own.
std::string json_of(const SimulatedRun& run, const nlohmann::ordered_json& more);

/// What `run` prints of it, and what `explain` does, without the notes.
std::string run_text(const SimulatedRun& run);
std::string explanation(const SimulatedRun& run);

/// Writes the JSON, the series and the jobs' logs, as far as they were asked for. @throws host::FileError
void write_results(const SimulatedRun& run, const RunOptions& options, const nlohmann::ordered_json& more);
void write_results(const SimulatedRun& run, const RunOptions& options);

/// Prints the text and the run's notes, and writes what write_results() does: with --json - the text goes to
/// standard error, with --quiet nowhere unless the run was stopped. The exit status of the command.
int deliver(const SimulatedRun& run, const RunOptions& options, std::string text,
            const nlohmann::ordered_json& more);

/// Names broken laws on standard error. The exit status of the command.
int exit_status(const SimulatedRun& run);

}  // namespace rainier::tool
