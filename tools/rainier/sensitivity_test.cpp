#include "tools/rainier/sensitivity.hpp"

#include <catch2/catch.hpp>

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
