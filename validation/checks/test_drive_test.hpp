#pragma once

#include <string>
#include <vector>

#include "models/drive/simulation.hpp"
#include "models/host/fio/job_file.hpp"
#include "sim/config/load.hpp"
#include "sim/config/source_dir.hpp"

/// Shipped presets, scaled down and preconditioned, with fio jobs measured on them.
namespace rainier::checks {

using Overrides = std::vector<std::string>;

/// The preset with overrides on top, then with a share of its blocks.
inline controller::DriveConfig drive_config(const std::string& preset, double scale = 1, Overrides set = {}) {
  const std::string file = config::in_sources("configs/drives/") + preset + ".yaml";
  auto config = config::load<controller::DriveConfig>(file, {{}, std::move(set)}).params;
  if (scale != 1) controller::scale(config, scale);
  return config;
}
inline host::Params host_params(const std::string& preset, Overrides set = {}) {
  const std::string file = config::in_sources("configs/hosts/") + preset + ".yaml";
  return config::load<host::Params>(file, {{}, std::move(set)}).params;
}

/// What happened in a window of a job without end.
struct Window {
  drive::Usage usage;
  double latency = 0;  ///< mean, in seconds, of the requests that ended in the window

  double iops() const { return static_cast<double>(usage.requests) / usage.seconds(); }
  double throughput() const { return static_cast<double>(usage.request_bytes) / usage.seconds(); }
};

class TestDrive {
 public:
  TestDrive(const controller::DriveConfig& config, const host::Params& host, const std::string& recipe,
            std::uint64_t seed = 1)
      : simulation_(config, host, seed) {
    simulation_.precondition(drive::parse_recipe(recipe));
  }

  drive::Simulation& operator*() { return simulation_; }
  drive::Simulation* operator->() { return &simulation_; }

  /// Runs the job for `warm_up`, measures over `window`, and waits for what is then under way.
  Window measure(std::vector<std::string> job, Time warm_up, Time window) {
    job.insert(job.end(), {"time_based", "runtime=1d"});
    simulation_.load(fio::parse_options(job).jobs);
    simulation_.advance(warm_up);
    simulation_.workers().reset_statistics();
    simulation_.controller().meter().roll(simulation_.now());
    simulation_.controller().meter().reset_peak();
    const drive::Usage before = simulation_.usage();
    simulation_.advance(window);
    simulation_.controller().meter().roll(simulation_.now());
    Window measured{simulation_.usage() - before, mean_latency()};
    simulation_.drain();
    return measured;
  }

 private:
  double mean_latency() {
    double seconds = 0;
    std::uint64_t requests = 0;
    for (std::size_t d = 0; d < fio::data_directions; ++d) {
      const host::StageTimes stages = simulation_.workers().stages(d);
      for (const Time stage : stages.sum) seconds += stage.seconds();
      requests += stages.requests;
    }
    return requests == 0 ? 0 : seconds / static_cast<double>(requests);
  }

  drive::Simulation simulation_;
};

}  // namespace rainier::checks
