#include "tools/rainier/experiment_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

std::vector<std::string> line(const Point& point) {
  const Measurement& m = point.measured;
  return {name_of(point),
          grouped(m.iops.mean),
          m.iops.mean > 0 ? fmt::format("{:.1f} %", 100 * m.iops.half_width / m.iops.mean) : "-",
          fmt::format("{:.1f} MB/s", m.throughput.mean / 1e6),
          fmt::format("{:.1f} us", m.latency.mean * 1e6),
          fmt::format("{:.1f} us", m.p99 * 1e6),
          fmt::format("{:.1f} us", m.latency_max * 1e6),
          fmt::format("{:.1f} W", m.power.mean),
          fmt::format("{} {:.0f} %", m.busiest, 100 * m.busiest_share)};
}

std::string stream_text(const Streaming& streaming, const StreamResult& result) {
  std::string text = fmt::format("\n{}: {:.1f} MB/s sustained over {} timed runs\n", streaming.id,
                                 result.mean_rate() / 1e6, result.sustained.size());
  std::vector<std::vector<std::string>> lines{{"to keep", "buffer, best run", "worst run"}};
  for (const StreamRow& row : result.rows)
    lines.push_back({fmt::format("{:g} MB/s", row.threshold), fmt::format("{:.0f} MB", row.best),
                     fmt::format("{:.0f} MB", row.worst)});
  return text + aligned(lines, ">>>");
}

Json published_json(const std::vector<PublishedPoint>& points, const std::vector<Figure>& figures) {
  Json all = Json::array();
  for (const PublishedPoint& p : points) {
    const Figure& figure = figure_named(p.figure, figures);
    all.push_back({{"figure", p.figure},
                   {"at", or_null(p.at)},
                   {"value", figure.value * unit_value(figure)},
                   {"relation", relation_name(figure.relation)},
                   {"label", p.label.empty() ? p.figure : p.label}});
  }
  return all;
}

Json sweep_json(const Sweep& sweep, const std::string& host, const std::vector<Figure>& figures) {
  return {{"id", sweep.id},
          {"label", sweep.label.empty() ? sweep.id : sweep.label},
          {"chart", sweep.chart},
          {"plot", sweep.plot.empty() ? std::vector<std::string>{"iops"} : sweep.plot},
          {"host", host},
          {"job", sweep.workload.empty() ? Json(sweep.job) : Json(sweep.workload)},
          {"published", published_json(sweep.published, figures)}};
}

Json point_json(const Point& point) {
  const Measurement& m = point.measured;
  return {{"sweep", point.sweep->id},
          {"outstanding", or_null(point.outstanding)},
          {"block_bytes", or_null(point.block)},
          {"read_percent", or_null(point.read_percent)},
          {"iops", m.iops.mean},
          {"iops_half_width", m.iops.half_width},
          {"throughput", m.throughput.mean},
          {"throughput_half_width", m.throughput.half_width},
          {"latency_mean", m.latency.mean},
          {"latency_half_width", m.latency.half_width},
          {"latency_min", m.latency_min},
          {"latency_median", m.median},
          {"latency_p99", m.p99},
          {"latency_p999", m.p999},
          {"latency_max", m.latency_max},
          {"power", m.power.mean},
          {"power_rms", or_null(m.power_rms)},
          {"power_peak", or_null(m.power_peak)},
          {"window_seconds", m.window},
          {"steady_state_attained", m.steady},
          {"busiest", m.busiest},
          {"busiest_share", m.busiest_share},
          {"limited_by", m.limit}};
}

Json stream_json(const Streaming& streaming, const StreamResult& result, double capacity) {
  Json rows = Json::array();
  for (const StreamRow& row : result.rows)
    rows.push_back({{"threshold_mb_s", row.threshold}, {"best_mb", row.best}, {"worst_mb", row.worst}});
  return {{"id", streaming.id},
          {"block_bytes", streaming.block},
          {"outstanding", streaming.outstanding},
          {"runs", streaming.runs},
          {"timed_runs", result.sustained.size()},
          {"window_seconds", result.window},
          {"capacity_bytes", capacity},
          {"sustained", result.mean_rate()},
          {"sustained_of_runs", result.sustained},
          {"part_means", result.part_means},
          {"thresholds", rows}};
}

}  // namespace

std::string experiment_table(const ExperimentReport& report) {
  std::string text =
      fmt::format("{}: {}, at full capacity\n", report.experiment->title, report.setup.drive.params.name);
  std::vector<std::vector<std::string>> lines{
      {"measurement", "IOPS", "95 % +-", "throughput", "mean", "p99", "max", "power", "busiest"}};
  for (const Point& point : report.result.points) lines.push_back(line(point));
  text += aligned(lines, "<>>>>>>><");
  for (const auto& [streaming, result] : report.result.streams) text += stream_text(*streaming, result);
  if (report.quick) text += "note: quick: a fifth of each window\n";
  if (report.result.partial)
    text += "note: partial result: stopped by a signal before everything was measured\n";
  return text;
}

Json experiment_json(const ExperimentReport& report, const std::vector<Figure>& figures) {
  Json sweeps = Json::array(), points = Json::array(), streams = Json::array();
  for (const Phase& phase : report.experiment->phases)
    for (const Sweep& sweep : phase.measure)
      sweeps.push_back(sweep_json(sweep, sweep.host.empty() ? report.experiment->host : sweep.host, figures));
  for (const Point& point : report.result.points) points.push_back(point_json(point));
  const auto capacity = static_cast<double>(report.setup.drive.params.host_bytes());
  for (const auto& [streaming, result] : report.result.streams)
    streams.push_back(stream_json(*streaming, result, capacity));
  return {{"version", RAINIER_VERSION},
          {"experiment", report.name},
          {"title", report.experiment->title},
          {"source", report.experiment->source},
          {"drive", report.setup.drive_name},
          {"name", report.setup.drive.params.name},
          {"fingerprint", drive_fingerprint(report.setup)},
          {"seed", report.seed},
          {"quick", report.quick},
          {"partial", report.result.partial},
          {"sweeps", sweeps},
          {"points", points},
          {"streams", streams}};
}

}  // namespace rainier::tool
