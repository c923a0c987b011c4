#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/rainier/experiment_file.hpp"
#include "tools/rainier/measurement.hpp"
#include "tools/rainier/streaming.hpp"

namespace rainier::tool {

/// A sweep at one value of each of its lists, and what came out.
struct Point {
  const Sweep* sweep = nullptr;
  std::optional<std::uint32_t> outstanding, read_percent;
  std::optional<std::uint64_t> block;
  Measurement measured;
};

struct ExperimentResult {
  std::vector<Point> points;
  std::vector<std::pair<const Streaming*, StreamResult>> streams;
  bool partial = false;  ///< stopped by a signal
};

/// The points of a sweep in order, nothing measured yet.
std::vector<Point> points_of(const Sweep& sweep);
/// `sweep outstanding=32 block=4096`
std::string name_of(const Point& point);

/// The jobs of a point. @throws fio::JobError, UsageError if the sweep's job is none
std::vector<fio::Job> jobs_of(const Catalog& catalog, const Point& point);

/// Leaves what these words name: each a sweep, or a point of one, such as `random_read outstanding=16`. The
/// phases stay, as they make the drive's state. @throws UsageError where one names nothing
void keep_only(Experiment& experiment, const std::vector<std::string>& points);

/// Runs all phases on one drive; `experiment` must outlive the result. A quick one takes a fifth of each
/// window and times three runs of a stream; it skips nothing and scales nothing.
ExperimentResult run_experiment(const Catalog& catalog, const Experiment& experiment, bool quick,
                                TestBench& bench);

}  // namespace rainier::tool
