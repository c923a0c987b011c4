#include "models/host/report/run_report.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::host {
namespace {

double sum_of_squares(const Samples& s) {
  return s.count < 2 ? 0 : s.stddev * s.stddev * static_cast<double>(s.count - 1);
}

/// Rates of jobs that run side by side add up; fio adds their spreads' squares too.
Samples sum(const Samples& a, const Samples& b) {
  if (a.count == 0) return b;
  if (b.count == 0) return a;
  Samples total{a.count + b.count, a.min + b.min, a.max + b.max, a.mean + b.mean, 0};
  total.stddev = std::sqrt((sum_of_squares(a) + sum_of_squares(b)) / static_cast<double>(total.count - 1));
  return total;
}

void absorb(DirectionResult& into, const DirectionResult& from) {
  into.ios += from.ios;
  into.bytes += from.bytes;
  into.failed += from.failed;
  into.runtime = std::max(into.runtime, from.runtime);
  into.slat.merge(from.slat);
  into.clat.merge(from.clat);
  into.lat.merge(from.lat);
  into.bandwidth_kib = sum(into.bandwidth_kib, from.bandwidth_kib);
  into.iops = sum(into.iops, from.iops);
}

void absorb_counts(std::array<std::uint64_t, 7>& into, const std::array<std::uint64_t, 7>& from) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] += from[i];
}

double weighted(double a, Time time_a, double b, Time time_b) {
  const double total = time_a.seconds() + time_b.seconds();
  return total > 0 ? (a * time_a.seconds() + b * time_b.seconds()) / total : 0;
}

void absorb(JobResult& into, const JobResult& from) {
  into.options = from.options;
  into.percentiles = from.percentiles;
  into.iodepth = from.iodepth;
  if (from.steady_state) {
    into.steady_state = from.steady_state;
    into.steady_state_attained = from.steady_state_attained;
    into.steady_state_value = from.steady_state_value;
  }
  for (std::size_t d = 0; d < fio::data_directions; ++d) absorb(into.direction[d], from.direction[d]);
  into.sync_lat.merge(from.sync_lat);
  into.lateness.merge(from.lateness);
  into.user_cpu_percent = weighted(into.user_cpu_percent, into.runtime, from.user_cpu_percent, from.runtime);
  into.system_cpu_percent =
      weighted(into.system_cpu_percent, into.runtime, from.system_cpu_percent, from.runtime);
  into.runtime += from.runtime;
  if (into.error == 0) {
    into.error = from.error;
    into.error_text = from.error_text;
  }
  if (from.total_errors) into.total_errors = into.total_errors.value_or(0) + *from.total_errors;
  if (into.first_error == 0) into.first_error = from.first_error;
  absorb_counts(into.depth_level, from.depth_level);
  absorb_counts(into.submit_batch, from.submit_batch);
  absorb_counts(into.complete_batch, from.complete_batch);
}

ReportedJob empty_entry(const JobResult& first) {
  ReportedJob entry{{}, 0};
  entry.result.name = first.name;
  entry.result.group = first.group;
  entry.result.group_reporting = first.group_reporting;
  return entry;
}

}  // namespace

std::vector<ReportedJob> reported_jobs(const RunReport& report) {
  std::vector<ReportedJob> entries;
  for (const JobResult& job : report.jobs) {
    const bool joins = !entries.empty() && job.group_reporting && entries.back().result.group == job.group;
    if (!joins) entries.push_back(empty_entry(job));
    absorb(entries.back().result, job);
    ++entries.back().clones;
  }
  return entries;
}

std::map<std::uint32_t, fio::PerDirection<double>> group_bandwidths(const RunReport& report) {
  struct Sum {
    std::uint64_t bytes = 0;
    Time longest;
  };
  std::map<std::uint32_t, fio::PerDirection<Sum>> groups;
  for (const JobResult& job : report.jobs) {
    fio::PerDirection<Sum>& sums = groups[job.group];
    for (std::size_t d = 0; d < fio::data_directions; ++d) {
      sums[d].bytes += job.direction[d].bytes;
      sums[d].longest = std::max(sums[d].longest, job.direction[d].runtime);
    }
  }
  std::map<std::uint32_t, fio::PerDirection<double>> bandwidths;
  for (const auto& [group, sums] : groups)
    for (std::size_t d = 0; d < fio::data_directions; ++d)
      bandwidths[group][d] = per_second(sums[d].bytes, sums[d].longest);
  return bandwidths;
}

double per_second(std::uint64_t amount, Time span) {
  return span.ps() <= 0 ? 0 : static_cast<double>(amount) * 1e12 / static_cast<double>(span.ps());
}

}  // namespace rainier::host
