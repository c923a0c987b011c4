#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/host/fio/job.hpp"
#include "sim/kernel/time.hpp"
#include "sim/stats/histogram.hpp"

namespace rainier::host {

/// A mean over samples taken every 500 ms of simulated time (or log_avg_msec), as fio reports bw and iops.
struct Samples {
  std::uint64_t count = 0;
  double min = 0, max = 0, mean = 0, stddev = 0;
};

/// One direction of one job. Latencies in whole nanoseconds: slat from the start of the submission to its
/// end, clat from there to the moment the worker reaps the request, lat both.
struct DirectionResult {
  std::uint64_t ios = 0;
  std::uint64_t bytes = 0;
  Time runtime;  ///< from the first submission counted to the last completion counted
  Histogram slat, clat, lat;
  Samples bandwidth_kib, iops;
  std::uint64_t failed = 0;  ///< requests that ended with an error, and are in no other number
};

/// One line of a log: fio's columns.
struct LogLine {
  std::uint64_t msec;
  std::uint64_t value;  ///< ns, KiB/s or IOPS
  std::uint8_t direction;
  std::uint64_t block;
  std::uint64_t offset;
};

struct JobLogs {
  std::vector<LogLine> slat, clat, lat, bandwidth, iops;
};

/// What the steady-state detector looked at last, in fio's terms.
struct SteadyStateWindow {
  fio::SteadyState asked;
  double max_deviation = 0;  ///< of a sample from the window's mean, in IOPS or bytes per second
  double slope = 0;          ///< of the samples, per second
  std::vector<std::uint64_t> iops, bandwidth;  ///< one sample a second; bandwidth in bytes per second
};

/// One clone of one job: a job with numjobs=N has N of these, in order.
struct JobResult {
  std::string name;
  bool group_reporting = false;  ///< fio::Job::group_reporting
  std::uint32_t group = 0;
  std::vector<std::pair<std::string, std::string>> options;
  fio::Percentiles percentiles;
  std::array<DirectionResult, fio::data_directions> direction;
  Histogram sync_lat;
  Histogram lateness;  ///< of a trace's requests behind their times, in ns
  Time runtime;
  std::uint32_t iodepth = 1;
  double user_cpu_percent = 0, system_cpu_percent = 0;
  std::array<std::uint64_t, 7> depth_level{};   ///< submissions seen at depth 1, 2, 4, 8, 16, 32, >=64
  std::array<std::uint64_t, 7> submit_batch{};  ///< 0, 4, 8, 16, 32, 64, >64 as fio groups them
  std::array<std::uint64_t, 7> complete_batch{};
  bool steady_state_attained = false;
  double steady_state_value = 0;  ///< fio's criterion: what was compared with the limit, in the limit's unit
  std::optional<SteadyStateWindow> steady_state;
  int error = 0;  ///< errno of a job that ended with an error (rate_min not met)
  std::string error_text;
  std::optional<std::uint64_t> total_errors;  ///< where the job goes on after errors
  int first_error = 0;
  JobLogs logs;
};

}  // namespace rainier::host
