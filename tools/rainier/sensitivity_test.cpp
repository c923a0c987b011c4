#include "tools/rainier/sensitivity.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rainier::tool;

namespace {

Shift shift(const std::string& path, const std::string& figure, double change) {
  Shift s;
  s.path = path;
  s.from = "50us";
  s.calibrated = true;
  s.rows.push_back({figure, "row", "drive", change});
  return s;
}

}  // namespace

TEST_CASE("an ordering's ratio moves where a side of it does, and by more than chance or not") {
  Family family;
  family.orderings = {{"one.faster", {}, ""}};
  Check check;
  check.left = "a: reads outstanding=1";
  check.right = "b: reads outstanding=1";
  check.says = "faster";
  family.orderings[0].checks = {check};
  const auto measured = [](double iops) {
    nlohmann::ordered_json point, result;
    point["sweep"] = "reads";
    point["outstanding"] = 1;
    point["iops"] = iops;
    point["iops_half_width"] = 0.005 * iops;
    result["points"].push_back(point);
    return result;
  };
  const Results base{{"a", measured(200)}, {"b", measured(100)}};
  const auto changes = ratio_changes(family, base, {{"b", measured(110)}});
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].ordering == "one.faster");
  CHECK(changes[0].change == Approx(2 / 1.1 / 2 - 1));
  CHECK(changes[0].chance == Approx(0.01));  // of four times half a per cent
  CHECK(is_noticeable(changes[0]));
  CHECK_FALSE(is_noticeable(ratio_changes(family, base, {{"a", measured(201.8)}})[0]));
  CHECK(ratio_changes(family, base, {{"c", measured(1)}}).empty());
}

TEST_CASE("a constant that moves a figure and an ordering moves two, and is no fudge") {
  std::vector<Sensitivity> families(1);
  families[0].shifts = {shift("host.a", "one.x", 0.02), shift("host.b", "one.y", 0.02)};
  families[0].shifts[0].orderings = {{"one.faster", "QD 1", -0.04, 0.01}};
  families[0].shifts[1].orderings = {{"one.faster", "QD 1", -0.04, 0.05}};
  families[0].fudges = {"host.a=50us", "host.b=50us"};
  clear_shared(families);
  CHECK(families[0].fudges == std::vector<std::string>{"host.b=50us"});
}

TEST_CASE("a constant that families share is judged by what it moves in all of them") {
  std::vector<Sensitivity> families(2);
  families[0].shifts = {shift("nand.a", "one.x", 0.02), shift("nand.b", "one.y", 0.02)};
  families[0].fudges = {"nand.a=50us", "nand.b=50us"};
  families[1].shifts = {shift("nand.a", "two.x", -0.05), shift("nand.b", "two.y", 0.001)};
  families[1].fudges = {"nand.a=50us"};
  clear_shared(families);
  CHECK(families[0].fudges == std::vector<std::string>{"nand.b=50us"});
  CHECK(families[1].fudges.empty());
}
