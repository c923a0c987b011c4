#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/drive/simulation.hpp"
#include "sim/stats/summary.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/spec_file.hpp"

namespace rainier::tool {

/// What one job did in its window, in SI units; the intervals are 95 % confidence by means of its slices.
struct Measurement {
  Interval iops, throughput, latency, power;
  double latency_max = 0, power_peak = 0;
  double window = 0;         ///< simulated seconds
  std::uint64_t rounds = 0;  ///< before it
  bool steady = false;       ///< the detector agreed after that many rounds; false: they were too many

  double value(Measure measure) const;
  /// Half the width of the 95 % confidence interval; nothing for extremes.
  std::optional<double> half_width(Measure measure) const;
};

/// One drive after the other as the rows ask for it: a recipe that goes on from the last is applied to the
/// same drive, and a job that has just been measured is not run again.
class TestBench {
 public:
  using LoadHost = std::function<host::Params(const std::string&)>;
  TestBench(const controller::DriveConfig& drive, LoadHost load_host, std::uint64_t seed, Progress& progress);

  /// Nothing if a signal came. @throws as Simulation does; std::runtime_error if a conservation law is broken
  std::optional<Measurement> measure(const SpecRow& row, const std::string& label);

 private:
  bool prepare(const SpecRow& row, const std::string& label);
  bool advance(Time span, const std::string& label);
  Measurement read_window(std::vector<drive::Usage>& marks, const std::vector<host::StageTimes>& times);
  host::StageTimes stages();

  controller::DriveConfig drive_;
  LoadHost load_host_;
  std::uint64_t seed_;
  Progress& progress_;
  std::unique_ptr<drive::Simulation> simulation_;
  std::vector<drive::Pass> applied_;
  std::string last_key_;
  Measurement last_;
};

}  // namespace rainier::tool
