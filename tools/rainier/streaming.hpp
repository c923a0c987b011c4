#pragma once

#include <optional>
#include <vector>

#include "tools/rainier/experiment_file.hpp"
#include "tools/rainier/measurement.hpp"

namespace rainier::tool {

/// Bytes that had been written by a moment of a run.
struct Written {
  double seconds = 0, bytes = 0;
};

/// The largest backlog of a stream of `rate` bytes a second in front of a drive that wrote as given: what a
/// buffer would have to hold. Both start together; a drive that is ahead waits.
double backlog(const std::vector<Written>& written, double rate);

/// What a whole run needs if it goes on as the timed part did: the backlog of that part where the drive keeps
/// the rate, and what is left of a capacity at the end, C (1 - sustained / rate), where it does not.
double buffer_of_run(const std::vector<Written>& written, double rate, double capacity);

struct StreamRow {
  double threshold = 0;        ///< MB/s
  double best = 0, worst = 0;  ///< MB of buffer over the timed runs
};

struct StreamResult {
  std::vector<double> sustained;  ///< bytes a second, of each timed run
  std::vector<StreamRow> rows;
  double window = 0;               ///< simulated seconds of a timed run
  std::vector<double> part_means;  ///< bytes a second over each tenth of a timed run
  std::string limit;

  double mean_rate() const;
};

/// Writes the runs and times some of them. Nothing if a signal came.
std::optional<StreamResult> run_stream(const Streaming& streaming, const Trial& trial, bool quick,
                                       TestBench& bench, const std::string& label);

}  // namespace rainier::tool
