#include "models/host/report/fio_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "models/host/report/latency_shares.hpp"

namespace rainier::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<double, 17> default_percentiles{1,  5,  10,   20, 30,   40,   50,    60,   70,
                                                     80, 90, 95.0, 99, 99.5, 99.9, 99.95, 99.99};

double finite(double value) { return std::isfinite(value) ? value : 0.0; }

std::uint64_t whole(double value) {
  return std::isfinite(value) && value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

/// Rounded up, as fio does: a run that did something never has a run time of zero.
std::int64_t milliseconds(Time span) { return (span.ps() + 999'999'999) / 1'000'000'000; }

Json options_json(const std::vector<std::pair<std::string, std::string>>& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json;
}

Json latency_json(const Histogram& latency) {
  return {{"min", latency.min()},
          {"max", latency.max()},
          {"mean", finite(latency.mean())},
          {"stddev", finite(latency.stddev())},
          {"N", latency.count()}};
}

/// With percentiles and bins, as json+ has them, where they are asked for.
Json latency_json(const Histogram& latency, bool asked, std::vector<double> percentiles) {
  Json json = latency_json(latency);
  if (!asked || latency.count() == 0) return json;
  if (percentiles.empty()) percentiles.assign(default_percentiles.begin(), default_percentiles.end());
  std::sort(percentiles.begin(), percentiles.end());
  Json& values = json["percentile"] = Json::object();
  for (const double p : percentiles) values[fmt::format("{:.6f}", p)] = latency.percentile(p);
  Json& bins = json["bins"] = Json::object();
  latency.for_each_bin(
      [&](std::uint64_t value, std::uint64_t count) { bins[fmt::format("{}", value)] = count; });
  return json;
}

double percent_of_group(const Samples& kib, double group_bytes_per_second) {
  if (kib.count == 0) return 0;
  const double group_kib = group_bytes_per_second / 1024;
  return group_kib > 1 ? std::min(100.0, finite(kib.mean * 100 / group_kib)) : 100.0;
}

Json direction_json(const DirectionResult& d, const fio::Percentiles& percentiles, double group_bandwidth) {
  const double bandwidth = per_second(d.bytes, d.runtime);
  return {{"io_bytes", d.bytes},
          {"io_kbytes", d.bytes / 1024},
          {"bw_bytes", whole(bandwidth)},
          {"bw", whole(bandwidth) / 1024},
          {"iops", per_second(d.ios + d.failed, d.runtime)},  // as fio counts: also what failed
          {"runtime", milliseconds(d.runtime)},
          {"total_ios", d.ios + d.failed},
          {"short_ios", 0},
          {"drop_ios", 0},
          {"slat_ns", latency_json(d.slat, percentiles.slat, percentiles.list)},
          {"clat_ns", latency_json(d.clat, percentiles.clat, percentiles.list)},
          {"lat_ns", latency_json(d.lat, percentiles.lat, percentiles.list)},
          {"bw_min", whole(d.bandwidth_kib.min)},
          {"bw_max", whole(d.bandwidth_kib.max)},
          {"bw_agg", percent_of_group(d.bandwidth_kib, group_bandwidth)},
          {"bw_mean", finite(d.bandwidth_kib.mean)},
          {"bw_dev", finite(d.bandwidth_kib.stddev)},
          {"bw_samples", d.bandwidth_kib.count},
          {"iops_min", whole(d.iops.min)},
          {"iops_max", whole(d.iops.max)},
          {"iops_mean", finite(d.iops.mean)},
          {"iops_stddev", finite(d.iops.stddev)},
          {"iops_samples", d.iops.count}};
}

/// Shares in percent; what happened at all is at least 0.1 %, as in fio.
Json shares_json(std::span<const std::string_view, 7> names, const std::array<std::uint64_t, 7>& counts) {
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double share = total == 0 ? 0 : 100.0 * static_cast<double>(counts[i]) / static_cast<double>(total);
    json[std::string(names[i])] = counts[i] == 0 ? 0.0 : std::max(share, 0.1);
  }
  return json;
}

Json latency_shares_json(std::span<const std::string_view> names, std::span<const double> shares) {
  Json json = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) json[std::string(names[i])] = shares[i];
  return json;
}

std::uint64_t mean(const std::vector<std::uint64_t>& values) {
  double sum = 0;
  for (const std::uint64_t value : values) sum += static_cast<double>(value);
  return values.empty() ? 0 : whole(sum / static_cast<double>(values.size()));
}

Json steady_state_json(const JobResult& job) {
  using Metric = fio::SteadyState::Metric;
  const SteadyStateWindow& window = *job.steady_state;
  const Metric metric = window.asked.metric;
  const bool slope = metric == Metric::iops_slope || metric == Metric::bw_slope;
  const bool iops = metric == Metric::iops || metric == Metric::iops_slope;
  const char* unit = window.asked.percent ? "%" : "";
  const Json data{{"bw_mean", mean(window.bandwidth)},
                  {"iops_mean", mean(window.iops)},
                  {"iops", window.iops},
                  {"bw", window.bandwidth}};
  return {{"ss", fmt::format("{}{}:{:.6f}{}", iops ? "iops" : "bw", slope ? "_slope" : "",
                             finite(window.asked.limit), unit)},
          {"duration", window.asked.duration.ps() / 1'000'000'000'000},
          {"attained", job.steady_state_attained ? 1 : 0},
          {"criterion", fmt::format("{:.6f}{}", finite(job.steady_state_value), unit)},
          {"max_deviation", finite(window.max_deviation)},
          {"slope", finite(window.slope)},
          {"data", data}};
}

Json job_json(const JobResult& job, const RunReport& report, const fio::PerDirection<double>& bandwidth) {
  constexpr std::array<std::string_view, 7> levels{"1", "2", "4", "8", "16", "32", ">=64"};
  constexpr std::array<std::string_view, 7> batches{"0", "4", "8", "16", "32", "64", ">=64"};
  const LatencyShares shares = latency_shares(job);

  Json json{{"jobname", job.name},
            {"groupid", job.group},
            {"error", job.error},
            {"eta", 0},
            {"elapsed", (milliseconds(report.elapsed) + 999) / 1000},
            {"job options", options_json(job.options)}};
  json["read"] = direction_json(job.direction[0], job.percentiles, bandwidth[0]);
  json["write"] = direction_json(job.direction[1], job.percentiles, bandwidth[1]);
  json["trim"] = direction_json(job.direction[2], job.percentiles, bandwidth[2]);
  const bool of_syncs = job.percentiles.clat || job.percentiles.lat;
  json["sync"] = {{"total_ios", job.sync_lat.count()},
                  {"lat_ns", latency_json(job.sync_lat, of_syncs, job.percentiles.list)}};
  json["job_runtime"] = milliseconds(job.runtime);
  json["usr_cpu"] = finite(job.user_cpu_percent);
  json["sys_cpu"] = finite(job.system_cpu_percent);
  for (const char* key : {"ctx", "majf", "minf"}) json[key] = 0;
  json["iodepth_level"] = shares_json(levels, job.depth_level);
  json["iodepth_submit"] = shares_json(batches, job.submit_batch);
  json["iodepth_complete"] = shares_json(batches, job.complete_batch);
  json["latency_ns"] = latency_shares_json(LatencyShares::below_thousand, shares.ns);
  json["latency_us"] = latency_shares_json(LatencyShares::below_thousand, shares.us);
  json["latency_ms"] = latency_shares_json(LatencyShares::milliseconds, shares.ms);
  json["latency_depth"] = job.iodepth;
  json["latency_target"] = 0;
  json["latency_percentile"] = 100.0;
  json["latency_window"] = 0;
  if (job.total_errors) {
    json["total_err"] = *job.total_errors;
    json["first_error"] = job.first_error;
  }
  if (job.steady_state) json["steadystate"] = steady_state_json(job);
  return json;
}

}  // namespace

Json fio_json(const RunReport& report) {
  Json json{{"fio version", "fio-3.33"},
            {"timestamp", 0},
            {"timestamp_ms", 0},
            {"time", "Thu Jan  1 00:00:00 1970"},
            {"global options", options_json(report.global_options)}};
  Json& jobs = json["jobs"] = Json::array();
  const auto bandwidths = group_bandwidths(report);
  for (const ReportedJob& entry : reported_jobs(report))
    jobs.push_back(job_json(entry.result, report, bandwidths.at(entry.result.group)));
  return json;
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace rainier::host
