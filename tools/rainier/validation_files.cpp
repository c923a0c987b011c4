#include <fmt/format.h>

#include "tools/rainier/csv_cell.hpp"
#include "tools/rainier/validation_report.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

std::string optional_number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value) : "";
}

const char* name_of(OrderingResult::State state) {
  switch (state) {
    case OrderingResult::State::holds:
      return "holds";
    case OrderingResult::State::fails:
      return "fails";
    case OrderingResult::State::not_measured:
      return "not measured";
    case OrderingResult::State::not_checked:
      return "not checked";
  }
  return "";
}

std::string unit_name(const Figure& figure) { return figure.unit.empty() ? "1/s" : figure.unit; }

Json comparison_json(const Comparison& c) {
  return {{"figure", c.figure.id},
          {"drive", c.drive},
          {"source", c.source},
          {"metric", c.figure.metric},
          {"unit", unit_name(c.figure)},
          {"relation", relation_name(c.figure.relation)},
          {"published", c.figure.value},
          {"published_text", published_text(c.figure)},
          {"simulated", c.simulated ? Json(*c.simulated) : Json()},
          {"simulated_text", c.simulated ? figure_number(c.figure, *c.simulated) : "not measured"},
          {"half_width95", c.half_width ? Json(*c.half_width) : Json()},
          {"error", c.simulated ? Json(c.verdict.error) : Json()},
          {"pass", c.passes()},
          {"limit", c.verdict.expected},
          {"calibrated", c.calibrated},
          {"counted", c.counted},
          {"host", c.host},
          {"job", c.job},
          {"limited_by", c.limited_by},
          {"note", c.note}};
}

Json score_json(const Score& score) {
  return {{"figures", score.figures},       {"within", score.within},   {"predictions", score.predictions},
          {"mean_error", score.mean_error}, {"mean_limit", mean_limit}, {"outside", score.outside}};
}

Json streams_json(const std::vector<StreamTable>& tables) {
  Json all = Json::array();
  for (const StreamTable& table : tables) {
    Json rows = Json::array();
    for (const StreamTable::Row& row : table.rows)
      rows.push_back(
          {{"threshold_mb_s", row.threshold}, {"published", row.published}, {"simulated", row.simulated}});
    all.push_back(
        {{"figure", table.figure}, {"drive", table.drive}, {"source", table.source}, {"rows", rows}});
  }
  return all;
}

Json sensitivity_json(const Sensitivity& sensitivity) {
  Json shifts = Json::array();
  for (const Shift& shift : sensitivity.shifts) {
    Json rows = Json::array();
    for (const Shift::Row& row : shift.rows)
      rows.push_back(
          {{"figure", row.figure}, {"row", row.row}, {"drive", row.drive}, {"change", row.change}});
    Json orderings = Json::array();
    for (const RatioChange& r : shift.orderings)
      orderings.push_back(
          {{"id", r.ordering}, {"check", r.check}, {"change", r.change}, {"noticeable", is_noticeable(r)}});
    shifts.push_back({{"path", shift.path},
                      {"from", shift.from},
                      {"to", shift.to},
                      {"calibrated", shift.calibrated},
                      {"up", shift.up},
                      {"refused", shift.refused},
                      {"rows", rows},
                      {"orderings", orderings}});
  }
  return {{"noticeable", noticeable},
          {"fudges", sensitivity.fudges},
          {"movers", sensitivity.movers},
          {"partial", sensitivity.partial},
          {"shifts", shifts}};
}

Json family_json(const FamilyResult& family, const Sensitivity* sensitivity) {
  Json json{{"name", family.family.name},
            {"drives", family.family.drives},
            {"score", score_json(score_of(family.comparisons))}};
  for (const char* list :
       {"figures", "orderings", "not_checked", "contradictions", "hypotheses", "constants"})
    json[list] = Json::array();
  for (const Comparison& c : family.comparisons) json["figures"].push_back(comparison_json(c));
  for (const OrderingResult& o : family.orderings)
    json["orderings"].push_back({{"id", o.id},
                                 {"claim", o.claim},
                                 {"state", name_of(o.state)},
                                 {"known_gap", o.known},
                                 {"checks", o.checks},
                                 {"note", o.note}});
  for (const Remark& r : family.not_checked) json["not_checked"].push_back({{"id", r.id}, {"why", r.why}});
  for (const Contradiction& c : family.family.contradictions)
    json["contradictions"].push_back({{"figures", c.figures}, {"text", c.text}});
  for (const Hypothesis& h : family.family.hypotheses)
    json["hypotheses"].push_back({{"figure", h.figure}, {"text", h.text}});
  for (const Constant& c : family.constants)
    json["constants"].push_back({{"path", c.path},
                                 {"value", c.value},
                                 {"owner", c.owner},
                                 {"calibrated", c.calibrated},
                                 {"on", c.on},
                                 {"note", c.note}});
  json["most_constants"] = most_constants;
  json["streams"] = streams_json(family.streams);
  json["uncovered"] = family.uncovered;
  json["sensitivity"] = sensitivity == nullptr ? Json() : sensitivity_json(*sensitivity);
  return json;
}

Json costs_json(const std::vector<CostOfLife>& costs) {
  Json all = Json::array();
  for (const CostOfLife& c : costs)
    all.push_back({{"figure", c.figure},
                   {"drive", c.name},
                   {"nand", c.nand},
                   {"user_gb", c.user_gb},
                   {"raw_gb", c.raw_gb},
                   {"price_usd", c.price},
                   {"published_tb_per_percent", c.published},
                   {"simulated_tb_per_percent", c.simulated ? Json(*c.simulated) : Json()},
                   {"published_usd_per_pb", c.cost(c.published)},
                   {"simulated_usd_per_pb", c.simulated ? Json(c.cost(*c.simulated)) : Json()}});
  return all;
}

}  // namespace

std::string validation_csv(const ValidationReport& report) {
  std::string text =
      "family,figure,drive,metric,unit,relation,published,simulated,half_width95,error,verdict,limit,"
      "figure_was,counted,measured_by,host,limited_by,note\n";
  for (const FamilyResult& family : report.families)
    for (const Comparison& c : family.comparisons) {
      const std::string cells[] = {family.family.name,
                                   c.figure.id,
                                   c.drive,
                                   c.figure.metric,
                                   unit_name(c.figure),
                                   relation_name(c.figure.relation),
                                   fmt::format("{:.6g}", c.figure.value),
                                   optional_number(c.simulated),
                                   optional_number(c.half_width),
                                   c.simulated ? fmt::format("{:.5f}", c.verdict.error) : "",
                                   c.simulated ? (c.verdict.pass ? "pass" : "fail") : "not measured",
                                   c.verdict.expected,
                                   c.calibrated ? "calibrated" : "predicted",
                                   c.counted ? "yes" : "no",
                                   c.source,
                                   c.host,
                                   c.limited_by,
                                   c.note};
      for (std::size_t i = 0; i < std::size(cells); ++i) text += (i == 0 ? "" : ",") + csv_cell(cells[i]);
      text += "\n";
    }
  return text;
}

Json validation_json(const ValidationReport& report) {
  Json families = Json::array();
  for (const FamilyResult& family : report.families)
    families.push_back(family_json(family, report.sensitivity_of(family)));
  return {{"version", RAINIER_VERSION},
          {"seed", report.seed},
          {"quick", report.quick},
          {"partial", report.partial},
          {"all_drives", report.all},
          {"pass", passes(report)},
          {"score", score_json(score_of(report.comparisons()))},
          {"results", report.results},
          {"failures", report.failures},
          {"costs_of_life", costs_json(report.costs)},
          {"families", families}};
}

}  // namespace rainier::tool
