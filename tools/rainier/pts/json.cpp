#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/rainier/pts/report.hpp"
#include "tools/rainier/pts/sampler.hpp"

namespace rainier::pts {
namespace {

using Json = nlohmann::ordered_json;

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json place(const Cell& cell) {
  return {{"block_bytes", cell.block_bytes},
          {"read_percent", cell.read_percent},
          {"pattern", cell.pattern == drive::Pass::Kind::random ? "random" : "sequential"}};
}

template <class Measured>
void add_measured(Json& json, const Measured& m) {
  json["iops"] = m.iops.mean;
  json["iops_half_width"] = m.iops.half_width;
  json["throughput"] = m.throughput.mean;
  json["throughput_half_width"] = m.throughput.half_width;
  json["latency_mean"] = m.latency.mean;
  json["latency_half_width"] = m.latency.half_width;
  json["latency_max"] = m.latency_max;
}

Json cell_json(const PartResult& part, const CellResult& c) {
  Json json = place(part.part.cells[c.cell]);
  add_measured(json, c);
  json["write_amplification"] = c.write_amplification;
  json["settled_seconds"] = c.settled.seconds();
  json["timed_seconds"] = c.timed.seconds();
  json["untimed_seconds"] = c.untimed.seconds();
  json["timed_requests"] = c.requests;
  json["untimed_blocks"] = c.untimed_blocks;
  return json;
}

Json average_json(const PartResult& part, const Average& a) {
  Json json = place(part.part.cells[a.cell]);
  add_measured(json, a);
  json["rounds_averaged"] = a.rounds;
  return json;
}

Json tracked_json(const PartResult& part, const Verification& v, Metric metric) {
  Json json = place(part.part.cells[v.cell]);
  json["metric"] = name_of(metric);
  json["first_round"] = part.verified_round + (v.values.empty() ? 0 : 1) - v.values.size();
  json["last_round"] = part.verified_round;
  json["values"] = v.values;
  json["mean"] = v.mean;
  json["slope"] = v.slope;
  json["range"] = number(v.range);
  json["slope_excursion"] = number(v.excursion);
  json["steady"] = v.steady;
  return json;
}

Json plan_json(const Plan& plan) {
  return {{"metric", name_of(plan.metric)},
          {"most_rounds", plan.most_rounds},
          {"rounds_after_steady", plan.rounds_after},
          {"capacities", plan.capacities},
          {"cell_seconds", plan.cell.seconds()},
          {"sample_seconds", plan.sample.seconds()},
          {"longest_sample_seconds", std::min(longest_samples * plan.sample, plan.cell).seconds()},
          {"sample_precision", sample_precision},
          {"range_limit", 0.20},
          {"slope_excursion_limit", 0.10}};
}

Json rounds_json(const Result& result) {
  Json rounds = Json::array();
  for (std::size_t p = 0; p < result.parts.size(); ++p) {
    const PartResult& part = result.parts[p];
    for (std::size_t r = 0; r < part.rounds.size(); ++r) {
      Json cells = Json::array();
      for (const CellResult& c : part.rounds[r].cells) cells.push_back(cell_json(part, c));
      rounds.push_back(
          {{"part", p + 1},
           {"round", r + 1},
           {"drive_writes", part.rounds[r].drive_writes},
           {"seconds", static_cast<double>((r + 1) * part.part.cells.size()) * result.plan.cell.seconds()},
           {"cells", cells}});
    }
  }
  return rounds;
}

Json steady_json(const Result& result) {
  Json tracked = Json::array(), parts = Json::array();
  for (std::size_t p = 0; p < result.parts.size(); ++p) {
    const PartResult& part = result.parts[p];
    parts.push_back({{"part", p + 1},
                     {"precondition", drive::recipe_text(part.part.precondition)},
                     {"attained", part.steady_round.has_value()},
                     {"steady_round", part.steady_round ? Json(*part.steady_round) : Json()},
                     {"rounds", part.rounds.size()},
                     {"first_averaged_round", part.first_averaged},
                     {"last_averaged_round", part.last_averaged}});
    for (const Verification& v : part.tracked) {
      tracked.push_back(tracked_json(part, v, result.plan.metric));
      tracked.back()["part"] = p + 1;
    }
  }
  return {{"attained", result.steady()}, {"tracked", tracked}, {"parts", parts}};
}

}  // namespace

Json json_of(const Report& report) {
  const Result& result = report.result;
  Json cells = Json::array();
  for (const PartResult& part : result.parts)
    for (const Average& a : part.cells) cells.push_back(average_json(part, a));
  return {{"version", RAINIER_VERSION},
          {"test", name_of(result.plan.test)},
          {"drive", report.setup.drive_name},
          {"name", report.setup.drive.params.name},
          {"capacity_bytes", report.setup.drive.params.host_bytes()},
          {"fingerprint", tool::drive_fingerprint(report.setup)},
          {"scale", report.setup.scale},
          {"host", report.setup.host_name},
          {"seed", report.seed},
          {"qd", result.plan.queue_depth},
          {"workers", result.plan.workers},
          {"partial", result.partial},
          {"plan", plan_json(result.plan)},
          {"rounds", rounds_json(result)},
          {"steady", steady_json(result)},
          {"cells", cells}};
}

std::string csv_of(const Report& report) {
  std::string text =
      "part,round,drive writes,block [B],reads [%],iops [1/s],iops 95 % [1/s],throughput [B/s],latency mean "
      "[s],latency max [s],write amplification,settled [s],timed [s],untimed [s]\n";
  for (std::size_t p = 0; p < report.result.parts.size(); ++p) {
    const PartResult& part = report.result.parts[p];
    for (std::size_t r = 0; r < part.rounds.size(); ++r)
      for (const CellResult& c : part.rounds[r].cells) {
        const Cell& cell = part.part.cells[c.cell];
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", p + 1, r + 1,
                        part.rounds[r].drive_writes, cell.block_bytes, cell.read_percent, c.iops.mean,
                        c.iops.half_width, c.throughput.mean, c.latency.mean, c.latency_max,
                        c.write_amplification, c.settled.seconds(), c.timed.seconds(), c.untimed.seconds());
      }
  }
  return text;
}

}  // namespace rainier::pts
