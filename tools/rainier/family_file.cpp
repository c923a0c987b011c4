#include "tools/rainier/family_file.hpp"

#include <fmt/format.h>

#include "models/drive/recipe.hpp"
#include "sim/config/load.hpp"

namespace rainier::tool {
namespace {

constexpr const char* reference =
    "a point, as in \"EXPERIMENT: SWEEP outstanding=32 block=4096\"; measure=latency_max asks for another "
    "measure of it";

/// Those that hold at several queue depths, one by one.
std::vector<Check> one_by_one(const std::vector<Check>& checks) {
  std::vector<Check> all;
  for (const Check& check : checks) {
    if (check.outstanding.empty()) all.push_back(check);
    for (const std::uint32_t depth : check.outstanding) {
      Check one = check;
      one.outstanding.clear();
      one.left += fmt::format(" outstanding={}", depth);
      if (!one.number) one.right += fmt::format(" outstanding={}", depth);
      one.says = fmt::format("QD {}: {}", depth, check.says);
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace

void describe(config::Schema& s, PointFigure& p) {
  s.field("figure", p.figure, "the published figure");
  s.field("of", p.of, reference);
  describe_measure(s, p.measure);
  s.field("counted", p.counted, "false: shown, but in no verdict or mean");
  s.field("note", p.note, "what a reader must know");
}

void describe(config::Schema& s, StreamFigure& p) {
  s.field("figure", p.figure, "the published table");
  s.field("of", p.of, "a streaming test, as in \"EXPERIMENT: ID\"");
  s.field("note", p.note, "what a reader must know");
}

void describe(config::Schema& s, LifeFigure& p) {
  s.field("figure", p.figure, "the published figure");
  s.field("drive", p.drive, "drive preset");
  s.field("workload", p.workload, "random, sequential or jesd219, as for rainier endurance");
  s.choice(
      "measure", p.measure,
      {{"tbw", LifeFigure::Value::tbw, "bytes written until the rated P/E cycles are used up"},
       {"tb_per_percent", LifeFigure::Value::tb_per_percent, "bytes for one percent of the SMART counter"},
       {"uber", LifeFigure::Value::uber, "uncorrectable errors for each bit read, at the end of life"}},
      "what is compared");
  s.field("counted", p.counted, "false: shown, but in no verdict or mean");
  s.field("note", p.note, "what a reader must know");
}

void describe(config::Schema& s, PtsTest& p) {
  s.field("drive", p.drive, "drive preset");
  s.field("qd", p.qd, config::range(1, 65536), "requests outstanding");
  s.field("precondition", p.precondition, "recipe before the rounds");
  s.field("after", p.after,
          "rounds that are run after steady state and averaged; 0: the five steady ones are");
}

void describe(config::Schema& s, Check& p) {
  s.field("left", p.left, reference);
  s.field("right", p.right, "the point it is set against");
  s.field("number", p.number, "or the number, in SI units");
  describe_measure(s, p.measure);
  s.field("at_least", p.at_least, "of left / right");
  s.field("at_most", p.at_most, "of left / right");
  s.field("outstanding", p.outstanding, config::range(1, 65536),
          "added to both sides as outstanding=N: a check for each");
  s.field("counted", p.counted, "false: shown, but in no verdict: a drive has no figure that fixes it");
  s.field("says", p.says, "in words");
  s.check(p, [](const Check& c) -> std::string {
    if (c.left.empty()) return "";
    if (c.right.empty() == !c.number) return "expected either right or number";
    return c.at_least || c.at_most ? "" : "expected at_least, at_most or both";
  });
}

void describe(config::Schema& s, Ordering& p) {
  s.field("id", p.id, "of the published ordering");
  s.list("checks", p.checks, "all of which have to hold");
  s.field("note", p.note, "what a reader must know");
}

void describe(config::Schema& s, Remark& p) {
  s.field("id", p.id, "of a published figure or ordering");
  s.field("why", p.why, "it is not checked");
}

void describe(config::Schema& s, Contradiction& p) {
  s.field("figures", p.figures, "ids of the published figures that disagree");
  s.field("text", p.text, "in what");
}

double known_gap(const Family& family, const std::string& id) {
  double gap = 0;
  for (const Hypothesis& h : family.hypotheses)
    if (h.figure == id) gap = std::max(gap, h.gap);
  return gap;
}

void describe(config::Schema& s, Hypothesis& p) {
  s.field("figure", p.figure, "what is not reproduced");
  s.field("text", p.text, "the best hypothesis why");
  s.ratio(
      "gap", p.gap, config::range(0.0, 10.0),
      "the error that is known: the figure is reported as outside its band, and the validation fails only "
      "beyond this; for an ordering, anything above 0 says that it is known not to hold");
}

void describe(config::Schema& s, Family& p) {
  s.field("name", p.name, "of the design");
  s.field("drives", p.drives, "presets; each may have a table in validation/specs/");
  s.field("experiments", p.experiments, "in validation/reviews/");
  s.field(
      "comparison", p.comparison,
      "drives that others were compared with: a quick validation of all drives leaves them out, and their "
      "constants are not counted");
  s.list("figures", p.figures, "figures that points are compared with");
  s.list("streaming", p.streaming, "tables of buffers by rate");
  s.list("endurance", p.endurance, "figures of a whole life");
  s.list("pts", p.pts, "runs of SNIA's IOPS test");
  s.list("orderings", p.orderings, "published orderings and how they are checked");
  s.list("not_checked", p.not_checked, "what was published and is not compared");
  s.list("contradictions", p.contradictions, "between sources");
  s.list("hypotheses", p.hypotheses, "about what is not reproduced");
}

Family load_family(const std::filesystem::path& file) {
  Family family = config::load<Family>(file).params;
  for (const PtsTest& test : family.pts) drive::parse_recipe(test.precondition);
  for (Ordering& ordering : family.orderings) ordering.checks = one_by_one(ordering.checks);
  return family;
}

std::string pts_name(const PtsTest& test) { return fmt::format("pts-{}-qd{}", test.drive, test.qd); }

std::string life_name(const LifeFigure& figure) {
  return fmt::format("endurance-{}-{}", figure.drive, figure.workload);
}

}  // namespace rainier::tool
