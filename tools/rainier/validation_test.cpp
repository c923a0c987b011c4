#include "tools/rainier/validation.hpp"

#include <catch2/catch.hpp>

#include "tools/rainier/comparison.hpp"
#include "tools/rainier/figures.hpp"
#include "tools/rainier/reference.hpp"
#include "tools/rainier/tool_test.hpp"
#include "tools/rainier/usage_error.hpp"

using namespace rainier;
using namespace rainier::tool;
using host::ScratchFolder;

namespace {

Comparison comparison(const std::string& id, double error, bool calibrated, bool counted = true,
                      Relation relation = Relation::eq) {
  Comparison c;
  c.figure = {id, "iops", 100, "", relation};
  c.simulated = 100 * (1 + error);
  c.calibrated = calibrated;
  c.counted = counted;
  c.verdict = judge(c.figure, *c.simulated, calibrated, 0.10);
  return c;
}

}  // namespace

TEST_CASE("only predicted values that count enter the mean, and a figure's worst row stands for it") {
  const Score score =
      score_of({comparison("a", 0.04, false), comparison("a", -0.06, false), comparison("b", 0.02, false),
                comparison("c", 0.019, true), comparison("d", 0.5, false, false),
                comparison("e", 0.05, false, true, Relation::at_least)});
  CHECK(score.figures == 4);
  CHECK(score.within == 4);
  CHECK(score.predictions == 2);
  CHECK(score.mean_error == Approx((0.06 + 0.02) / 2));
}

TEST_CASE("a figure that was not measured, or leaves its band in one row, is outside") {
  Comparison missing = comparison("a", 0, false);
  missing.simulated.reset();
  const Score score = score_of(
      {missing, comparison("b", 0.01, false), comparison("b", 0.11, false), comparison("c", 0.021, true)});
  CHECK(score.within == 0);
  CHECK(score.predictions == 1);
  CHECK(score.outside == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("a reference names a point, or the best of several") {
  const nlohmann::ordered_json result = nlohmann::ordered_json::parse(R"({"points": [
    {"sweep": "reads", "outstanding": 1, "block_bytes": 4096, "read_percent": null, "iops": 10},
    {"sweep": "reads", "outstanding": 8, "block_bytes": 4096, "read_percent": null, "iops": 70},
    {"sweep": "writes", "outstanding": 8, "block_bytes": null, "read_percent": null, "iops": 90}]})");
  const auto value = [&](const std::string& text) {
    return value_of(parse_reference(text), result, Measure::iops);
  };
  CHECK(value("x: reads outstanding=8") == 70.0);
  CHECK(value("x: reads outstanding=1 block=4KiB") == 10.0);
  CHECK(value("x: reads outstanding=1 measure=iops") == 10.0);
  CHECK_THROWS_AS(value("x: reads outstanding=1 measure=speed"), UsageError);
  CHECK(value("x: max reads") == 70.0);
  CHECK_FALSE(value("x: reads outstanding=2"));
  CHECK_THROWS_AS(value("x: reads"), UsageError);
  CHECK_THROWS_AS(parse_reference("reads outstanding=1"), UsageError);
  CHECK_THROWS_AS(parse_reference("x: reads depth=1"), UsageError);
  CHECK_THROWS_AS(parse_reference("x: reads outstanding=many"), UsageError);
  CHECK_THROWS_AS(parse_reference("x: reads writes"), UsageError);
}

TEST_CASE("an ordering holds if all its checks do; without its measurements it is not measured") {
  Plan plan;
  plan.published = {{"d.o", "d", "reads beat writes", "", "", "", "", {}}};
  plan.tasks = {{"x", {}, "d", 1}};
  Family family;
  Check check;
  check.left = "x: reads";
  check.right = "x: writes";
  check.at_least = 1.5;
  family.orderings = {{"d.o", {check}, ""}};
  family.not_checked = {{"d.o", "no preset"}};
  const auto state = [&](const Results& results) {
    return orderings_of(plan, family, results).front().state;
  };
  const auto result = [](double reads) {
    nlohmann::ordered_json json;
    json["points"] = {{{"sweep", "reads"}, {"iops", reads}}, {{"sweep", "writes"}, {"iops", 100.0}}};
    return Results{{"x", json}};
  };
  using State = OrderingResult::State;
  CHECK(state(result(160)) == State::holds);
  CHECK(state(result(140)) == State::fails);
  CHECK(state({}) == State::not_measured);
  CHECK(orderings_of(plan, family, {}).back().state == State::not_checked);
}

TEST_CASE("every figure and ordering of the drives that ship is a row, a point, an ordering or not checked") {
  const Catalog catalog;
  const Plan plan = plan_of(catalog, {}, true, "1");
  REQUIRE_FALSE(plan.families.empty());
  for (const Family& family : plan.families) {
    INFO(family.name);
    const FamilyResult result = compare(catalog, plan, family, {});
    CHECK(result.uncovered == std::vector<std::string>{});
    CHECK_FALSE(result.comparisons.empty());
  }
}

TEST_CASE("a plan has a task for each table, experiment, life and SNIA test, of the drives asked for alone") {
  const Catalog catalog;
  const Plan all = plan_of(catalog, {}, true, "1"), one = plan_of(catalog, {"p320h-350"}, true, "1");
  CHECK(all.tasks.size() > one.tasks.size());
  for (const Task& task : one.tasks) CHECK(task.drive == "p320h-350");
  CHECK_THROWS_AS(plan_of(catalog, {"p302h-350"}, true, "1"), UsageError);
}

TEST_CASE("a number counts as a constant unless a source prints it, a formula gives it or it is zero") {
  config::Leaf leaf;
  leaf.path = "controller.command_time";
  leaf.value = "714ns";
  leaf.kind = config::Kind::time;
  const auto counts = [&](config::Source source, const std::string& value) {
    leaf.provenance.source = source;
    leaf.value = value;
    return constants_of({leaf}, "drive", "").size();
  };
  CHECK(counts(config::Source::calibrated, "714ns") == 1);
  CHECK(counts(config::Source::inferred, "714ns") == 1);
  CHECK(counts(config::Source::built_in, "714ns") == 1);
  CHECK(counts(config::Source::data_sheet, "714ns") == 0);
  CHECK(counts(config::Source::computed, "714ns") == 0);
  CHECK(counts(config::Source::inferred, "0ns") == 0);
  leaf.kind = config::Kind::choice;
  CHECK(counts(config::Source::inferred, "greedy") == 0);
}

TEST_CASE("a constant moves by a share in its own unit, a whole number by one at least") {
  const auto to = [](config::Kind kind, const std::string& value, double factor) {
    config::Leaf leaf;
    leaf.kind = kind;
    leaf.value = value;
    return moved(leaf, factor);
  };
  CHECK(to(config::Kind::time, "700ns", 1.1) == "770000ps");
  CHECK(to(config::Kind::integer, "4", 0.9) == "3");
  CHECK(to(config::Kind::integer, "100", 1.1) == "110");
  CHECK(to(config::Kind::bytes, "4MiB", 1.1) == "4613632B");
  CHECK(to(config::Kind::energy, "20uJ", 1.1) == "22uJ");
  CHECK(to(config::Kind::ratio, "0.02", 0.9) == "0.018");
}

TEST_CASE("a figure of several states has the state at the end of its id") {
  const ScratchFolder folder;
  std::ofstream(folder / "figures.yaml")
      << "comparison:\n  d:\n    figures:\n"
         "      - {id: d.write, metric: iops, value: {empty: 9, steady: 4}}\n"
         "      - {id: d.one, metric: iops, value: 7}\n"
         "      - {id: d.table, metric: iops, value: {1: [2, 3]}}\n";
  const std::vector<Figure> figures = load_figures(folder / "figures.yaml");
  REQUIRE(figures.size() == 3);
  CHECK(figures[0].id == "d.write.empty");
  CHECK(figures[1].id == "d.write.steady");
  CHECK(figures[1].value == 4);
  CHECK(figures[2].id == "d.one");
}
