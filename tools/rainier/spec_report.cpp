#include "tools/rainier/spec_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/rainier/table.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> relative_half_width(const SpecResult& r) {
  const auto half = r.measurement.half_width(r.row.measure);
  const double value = r.measurement.value(r.row.measure).value_or(0);
  if (!half || value == 0) return std::nullopt;
  return *half / value;
}

std::vector<std::string> line(const SpecResult& r, std::uint64_t seed) {
  const auto half = relative_half_width(r);
  return {r.row.id,
          figure_number(r.figure, r.simulated),
          published_text(r.figure),
          fmt::format("{:+.1f} %", 100 * r.verdict.error),
          r.verdict.pass ? "pass" : "FAIL",
          r.verdict.expected,
          r.calibrated ? "calibrated" : "predicted",
          half ? fmt::format("{:.2f} %", 100 * *half) : "-",
          fmt::format("{:.2f} s", r.measurement.window),
          fmt::format("{}{}", r.measurement.rounds, r.measurement.steady ? "" : " (not steady)"),
          fmt::format("{}", seed),
          r.row.host};
}

}  // namespace

std::string spec_table(const SpecReport& report) {
  std::string text = fmt::format("{}, at full capacity\n", report.setup.drive.params.name);
  std::vector<std::vector<std::string>> lines{{"row", "simulated", "published", "error", "verdict", "limit",
                                               "figure was", "95 % +-", "window", "rounds", "seed", "host"}};
  std::string notes;
  std::size_t passed = 0;
  for (const SpecResult& result : report.results) {
    lines.push_back(line(result, report.seed));
    passed += result.verdict.pass;
    if (!result.row.note.empty()) notes += result.row.id + ": " + result.row.note + "\n";
  }
  text += aligned(lines, "<>>><<<>>>><") + notes;
  text += fmt::format("{} of {} rows pass", passed, report.results.size());
  const bool overridden = std::any_of(report.setup.drive.leaves.begin(), report.setup.drive.leaves.end(),
                                      [](const config::Leaf& leaf) { return leaf.overridden(); });
  if (overridden) text += "; the preset was changed by --set";
  text += "\n";
  if (report.partial) text += "note: partial result: stopped by a signal before all rows were measured\n";
  return text;
}

Json spec_json(const SpecReport& report) {
  Json rows = Json::array();
  for (const SpecResult& r : report.results) {
    const auto half = r.measurement.half_width(r.row.measure);
    rows.push_back({{"id", r.row.id},
                    {"figure", r.figure.id},
                    {"metric", r.figure.metric},
                    {"unit", r.figure.unit.empty() ? "1/s" : r.figure.unit},
                    {"simulated", r.simulated},
                    {"published", r.figure.value},
                    {"relation", relation_name(r.figure.relation)},
                    {"error", r.verdict.error},
                    {"limit", r.verdict.expected},
                    {"pass", r.verdict.pass},
                    {"calibrated", r.calibrated},
                    {"counted", r.row.counted},
                    {"note", r.row.note},
                    {"limited_by", r.measurement.limit},
                    {"confidence95_half_width", half ? Json(*half / unit_value(r.figure)) : Json()},
                    {"window_seconds", r.measurement.window},
                    {"steady_state_rounds", r.measurement.rounds},
                    {"steady_state_attained", r.measurement.steady},
                    {"precondition", r.row.precondition},
                    {"host", r.row.host},
                    {"job", r.row.job}});
  }
  return {{"version", RAINIER_VERSION},
          {"drive", report.setup.drive_name},
          {"name", report.setup.drive.params.name},
          {"fingerprint", drive_fingerprint(report.setup)},
          {"seed", report.seed},
          {"partial", report.partial},
          {"rows", rows}};
}

}  // namespace rainier::tool
