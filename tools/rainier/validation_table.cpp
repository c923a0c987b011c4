#include <fmt/format.h>

#include <algorithm>

#include "tools/rainier/table.hpp"
#include "tools/rainier/validation_report.hpp"

namespace rainier::tool {
namespace {

std::string verdict(const Comparison& c) {
  if (!c.simulated) return "not measured";
  return std::string(c.verdict.pass   ? "pass"
                     : c.acceptable() ? "known gap"
                                      : "FAIL") +
         (c.counted ? "" : " (not counted)");
}

std::vector<std::string> line(const Comparison& c) {
  return {c.figure.id,
          c.drive,
          c.simulated ? figure_number(c.figure, *c.simulated) : "-",
          published_text(c.figure),
          c.simulated ? fmt::format("{:+.1f} %", 100 * c.verdict.error) : "-",
          verdict(c),
          c.verdict.expected,
          c.calibrated ? "calibrated" : "predicted",
          c.source};
}

const char* word(OrderingResult::State state) {
  switch (state) {
    case OrderingResult::State::holds:
      return "holds";
    case OrderingResult::State::fails:
      return "FAILS";
    case OrderingResult::State::not_measured:
      return "not measured";
    case OrderingResult::State::not_checked:
      return "not checked";
  }
  return "";
}

std::string streams_text(const FamilyResult& family) {
  std::string text;
  for (const StreamTable& table : family.streams) {
    text += fmt::format(
        "\nBuffer to keep a rate, MB, best and worst run ({}; below the knee shown, not counted)\n",
        table.figure);
    std::vector<std::vector<std::string>> lines{{"MB/s", "simulated", "published"}};
    const auto pair = [](const std::vector<double>& v) {
      return v.size() == 2 ? fmt::format("{:.0f} to {:.0f}", v[0], v[1]) : std::string("-");
    };
    for (const StreamTable::Row& row : table.rows)
      lines.push_back({fmt::format("{:g}", row.threshold), pair(row.simulated), pair(row.published)});
    text += aligned(lines, ">>>");
  }
  return text;
}

std::string orderings_text(const FamilyResult& family) {
  std::string text = family.orderings.empty() ? "" : "\nOrderings\n";
  for (const OrderingResult& o : family.orderings) {
    text += fmt::format("{}: {}{}: {}\n", o.id, word(o.state), o.known ? ", a known gap" : "", o.claim);
    for (const std::string& check : o.checks) text += "  " + check + "\n";
    if (!o.note.empty()) text += "  " + o.note + "\n";
  }
  return text;
}

std::string constants_text(const FamilyResult& family, const Sensitivity* sensitivity) {
  const auto calibrated = static_cast<std::size_t>(std::count_if(
      family.constants.begin(), family.constants.end(), [](const Constant& c) { return c.calibrated; }));
  std::string text =
      fmt::format("\n{} constants say they are calibrated (at most {})", calibrated, most_constants);
  const std::size_t others = family.constants.size() - calibrated;
  if (sensitivity == nullptr)
    return text + fmt::format(
                      "; {} more numbers without a printed source count too where they move a figure, "
                      "which the whole run says\n",
                      others);
  text += fmt::format(
      "; of {} more numbers without a printed source {} move a figure and count too: {} in all{}\n", others,
      sensitivity->movers.size(), calibrated + sensitivity->movers.size(),
      calibrated + sensitivity->movers.size() > most_constants ? ", TOO MANY" : "");
  for (const std::string& path : sensitivity->movers) text += "  counts too: " + path + "\n";
  for (const std::string& path : sensitivity->fudges) text += "  FUDGE: " + path + " moves a single figure\n";
  return text;
}

std::string score_text(const std::string& name, const Score& score) {
  std::string text =
      fmt::format("{}: {} of {} figures within their bands", name, score.within, score.figures);
  if (score.predictions > 0)
    text += fmt::format("; mean error of {} predictions {:.2f} %", score.predictions, 100 * score.mean_error);
  return text;
}

std::string family_text(const FamilyResult& family, const Sensitivity* sensitivity) {
  std::string text = "\n" + family.family.name + "\n";
  std::vector<std::vector<std::string>> lines{{"figure", "drive", "simulated", "published", "error",
                                               "verdict", "limit", "figure was", "measured by"}};
  for (const Comparison& c : family.comparisons) lines.push_back(line(c));
  if (!family.comparisons.empty()) text += aligned(lines, "<<>>><<<<");
  text += streams_text(family) + orderings_text(family);
  for (const Remark& remark : family.not_checked)
    text += fmt::format("{}: not checked: {}\n", remark.id, remark.why);
  for (const std::string& id : family.uncovered)
    text += fmt::format("{}: published, but in no file of validation/\n", id);
  if (!family.family.contradictions.empty()) text += "\nSources that disagree\n";
  for (const Contradiction& c : family.family.contradictions) text += "  " + c.text + "\n";
  return text + constants_text(family, sensitivity);
}

}  // namespace

bool passes(const ValidationReport& report) {
  if (report.partial || !report.failures.empty()) return false;
  for (const FamilyResult& family : report.families) {
    if (!family.uncovered.empty()) return false;
    for (const OrderingResult& o : family.orderings)
      if ((o.state == OrderingResult::State::fails && !o.known) ||
          o.state == OrderingResult::State::not_measured)
        return false;
  }
  for (const Sensitivity& sensitivity : report.sensitivities)
    if (!sensitivity.fudges.empty()) return false;
  const std::vector<Comparison> all = report.comparisons();
  if (report.all && score_of(all).mean_error > mean_limit) return false;
  return std::all_of(all.begin(), all.end(),
                     [](const Comparison& c) { return !c.counted || c.acceptable(); });
}

std::string validation_table(const ValidationReport& report) {
  std::string text;
  for (const FamilyResult& family : report.families)
    text += family_text(family, report.sensitivity_of(family));
  text += costs_text(report.costs) + "\n";
  for (const FamilyResult& family : report.families)
    if (!family.comparisons.empty())
      text += score_text(family.family.name, score_of(family.comparisons)) + "\n";
  const Score score = score_of(report.comparisons());
  if (report.all)
    text += fmt::format("{} (at most {:.0f} %{})\n", score_text("all", score), 100 * mean_limit,
                        score.mean_error > mean_limit ? ": FAIL" : "");
  for (const std::string& id : score.outside) text += "outside its band: " + id + "\n";
  for (const std::string& failure : report.failures) text += "note: " + failure + "\n";
  if (report.quick) text += "note: quick: shorter windows, and no sensitivity of the constants\n";
  if (report.partial) text += "note: partial result: stopped by a signal before everything was measured\n";
  return text;
}

}  // namespace rainier::tool
