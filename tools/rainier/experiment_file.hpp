#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/controller/config.hpp"
#include "sim/config/describe.hpp"
#include "sim/config/error.hpp"
#include "tools/rainier/catalog.hpp"

namespace rainier::tool {

/// A published figure that a chart shows beside a sweep.
struct PublishedPoint {
  std::string figure;              ///< id in validation/published/figures.yaml
  std::optional<std::int64_t> at;  ///< where on the chart's x axis; none: a line across it
  std::string label;               ///< for the legend
};

/// One load, measured at every combination of the values its lists name.
struct Sweep {
  enum class Plot : std::uint8_t { iops, throughput, latency_mean, latency_max, power };
  std::string id;
  std::string label;                       ///< in a chart's legend; empty: the id
  std::vector<std::string> job;            ///< options of a fio job
  std::string workload;                    ///< or a fio job file, by its name or path
  std::string host;                        ///< preset; empty: the experiment's
  std::uint32_t workers = 1;               ///< that share what is outstanding
  std::vector<std::uint32_t> outstanding;  ///< requests, over all workers
  std::vector<std::uint64_t> block;        ///< bytes
  std::vector<std::uint32_t> read_percent;
  Time window{500'000'000'000};
  std::string chart;              ///< title; sweeps of one title share a chart; empty: none
  std::vector<std::string> plot;  ///< what the chart shows, one chart each: iops if none
  std::vector<PublishedPoint> published;
};

/// A stream written over and over, looked at for how large a buffer in front of it would have to be.
struct Streaming {
  std::string id;
  std::uint64_t block = 8 << 20;  ///< bytes
  std::uint32_t outstanding = 4;
  std::uint32_t runs = 100;  ///< full-capacity writes
  std::uint32_t timed = 10;  ///< of them are run in time, evenly spread; the others by the functional tier
  std::string host;          ///< preset; empty: the experiment's
  Time window{2'000'000'000'000};  ///< simulated time of a timed run that is looked at
  std::vector<double> thresholds;  ///< rates in MB/s that the stream is to keep
};

/// What is done to the drive, in this order.
struct Phase {
  bool purge = false;
  std::string precondition;
  std::vector<Sweep> measure;
  std::vector<Streaming> streaming;
};

/// A published test, or one's own: phases of purge, precondition and measure.
struct Experiment {
  std::string title, source;
  std::vector<std::string> drives;
  std::string host = "linux-fio";
  std::vector<std::string> faults;  ///< as of --fault, on top of the drive's own
  config::Place faults_at;          ///< where the file says so
  std::vector<Phase> phases;
};

void describe(config::Schema& schema, PublishedPoint& point);
void describe(config::Schema& schema, Sweep& sweep);
void describe(config::Schema& schema, Streaming& streaming);
void describe(config::Schema& schema, Phase& phase);
void describe(config::Schema& schema, Experiment& experiment);

/// By its path, or by its name under validation/reviews/. @throws UsageError with the nearest name
std::filesystem::path find_experiment(const Catalog& catalog, const std::string& name);

/// Whether the drive has the places that the experiment's faults name. @throws config::Error
void check_faults(const Experiment& experiment, const controller::DriveConfig& drive);

/// @throws config::Error
Experiment load_experiment(const std::filesystem::path& file);

}  // namespace rainier::tool
