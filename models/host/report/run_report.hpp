#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/host/result.hpp"

namespace rainier::host {

/// A whole run, as the reports need it.
struct RunReport {
  std::vector<std::pair<std::string, std::string>> global_options;  ///< of the [global] sections, as written
  std::vector<JobResult> jobs;  ///< one a clone, in the order of the job files
  Time elapsed;                 ///< simulated, from the start to the end of the run
};

/// One entry of the report: a clone, or all clones and jobs of a group that are reported together.
struct ReportedJob {
  JobResult result;  ///< without logs
  std::size_t clones = 1;
};

/// Merges what fio merges: a job with group_reporting joins the one before it if both are of one group. The
/// entry has the name of the first and the options, depth and steady state of the last; latencies are merged,
/// bandwidth and IOPS samples added, the run time of a direction is the longest.
std::vector<ReportedJob> reported_jobs(const RunReport& report);

/// Bandwidth of all jobs of each group in bytes per second, per direction: what fio's bw_agg is a percentage
/// of.
std::map<std::uint32_t, fio::PerDirection<double>> group_bandwidths(const RunReport& report);

/// `amount` per second, exact to the picosecond; 0 for an empty time.
double per_second(std::uint64_t amount, Time span);

}  // namespace rainier::host
