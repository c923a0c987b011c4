#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "models/host/trace/replay/replay.hpp"
#include "tools/rainier/simulated_run.hpp"
#include "tools/rainier/trace/options.hpp"

namespace rainier::tool {

/// A trace as the jobs of a run.
class TraceRun {
 public:
  /// @throws UsageError, config::Error
  explicit TraceRun(const ReplayCommand& command);
  TraceRun(const TraceRun&) = delete;
  TraceRun& operator=(const TraceRun&) = delete;

  /// With the jobs; valid as long as this is.
  const RunOptions& options() const { return options_; }
  /// How the trace was read and played, and what the run was: what `replay` prints.
  std::string text(const SimulatedRun& run) const;
  /// What stands in the JSON beside what is there of every run.
  nlohmann::ordered_json json(const SimulatedRun& run) const;

 private:
  ReplayCommand command_;
  RunOptions options_;
  std::shared_ptr<trace::Replay> requests_;
};

/// Plays a trace to a drive and reports as `run` does, or as `explain`.
int replay(const ReplayCommand& command);

}  // namespace rainier::tool
