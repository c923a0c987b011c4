#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/drive/simulation.hpp"
#include "models/host/fio/job.hpp"
#include "sim/stats/summary.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/spec_file.hpp"

namespace rainier::tool {

/// What is measured: which jobs, on a drive in which state, in which host.
struct Trial {
  std::string name;
  std::string recipe;  ///< what has been written since the drive was new
  std::string host;
  std::vector<fio::Job> jobs;  ///< run without end; none: the drive is left alone
  Time window;                 ///< simulated time that is measured
  Time round;                  ///< of the rounds before it, until they are steady
  std::string key;             ///< two trials with the same one, in a row, are one measurement; empty: never
};

/// What the jobs did in the window, in SI units; the intervals are 95 % confidence by means of its slices.
struct Measurement {
  Interval iops, throughput, latency, power;
  double latency_min = 0, latency_max = 0;
  std::optional<double> power_rms, power_peak;  ///< nothing if no power window passed
  double median = 0, p99 = 0, p999 = 0;         ///< of the latency
  double window = 0;                            ///< simulated seconds
  std::uint64_t rounds = 0;                     ///< before it
  bool steady = false;       ///< the detector agreed after that many rounds; false: they were too many
  std::string limit;         ///< one sentence: what limits it
  std::string busiest;       ///< key of the resource that is busy most
  double busiest_share = 0;  ///< of the time

  std::optional<double> value(Measure measure) const;
  /// Half the width of the 95 % confidence interval; nothing for extremes.
  std::optional<double> half_width(Measure measure) const;
};

/// One drive after the other as the trials ask for it: a recipe that goes on from the last is applied to the
/// same drive, and a job that has just been measured is not run again.
class TestBench {
 public:
  using LoadHost = std::function<host::Params(const std::string&)>;
  TestBench(const controller::DriveConfig& drive, LoadHost load_host, std::uint64_t seed, Progress& progress);

  double capacity() const { return static_cast<double>(drive_.host_bytes()); }  ///< bytes

  /// The next trial gets a new drive.
  void purge();
  /// The drive in the trial's state and host, with its jobs started; null if a signal came.
  drive::Simulation* start(const Trial& trial, const std::string& label);
  /// Lets the drive work on. False if a signal came.
  bool advance(Time span, const std::string& label);
  /// Ends the jobs. @throws std::runtime_error if a conservation law is broken
  void finish(const Trial& trial);

  /// Nothing if a signal came. @throws as Simulation does; std::runtime_error if a conservation law is broken
  std::optional<Measurement> measure(const Trial& trial, const std::string& label);

 private:
  Time fill(const Trial& trial, const std::string& label);
  bool prepare(const Trial& trial, const std::string& label);
  Measurement read_window(std::vector<drive::Usage>& marks, const std::vector<host::StageTimes>& times);
  void read_latencies(Measurement& m);
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

/// How a row of a spec table is measured. A quick one takes half the windows and rounds.
Trial trial_of(const SpecRow& row, bool quick);

/// The jobs without an end of their own, so that a trial decides how long they run.
std::vector<fio::Job> endless(std::vector<fio::Job> jobs);

}  // namespace rainier::tool
