#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier::tool;
using rainier::host::ScratchFolder;

namespace {

/// A folder with a toy drive, and everything that was published about it.
struct Toy {
  ScratchFolder folder;
  Toy() {
    for (const char* name : {"configs/drives", "validation/specs", "validation/published",
                             "validation/families", "validation/reviews"})
      std::filesystem::create_directories(folder / name);
    write("configs/drives/toy.yaml",
          "name: Toy\ncapacity: 256MiB\nnand: {base: mt29f128g08auaba, blocks_per_plane: 32}\n"
          "channel: {channels: 4, dies: 16}\nftl: {parity: 3, reserve: 0, factory_bad: 0}\n"
          "controller: {command_time: {value: 20us, source: calibrated, on: [toy.iops]}}\n");
    write("validation/published/figures.yaml",
          "drives:\n  toy:\n    figures:\n"
          "      - {id: toy.iops, metric: iops, value: 50000, relation: eq, source: [me]}\n"
          "      - {id: toy.reads, metric: iops, value: 50500, relation: eq, source: [me]}\n"
          "      - {id: toy.table, metric: other, unit: MB, value: {1: [2, 3]}, source: [me]}\n"
          "    orderings:\n      - {id: toy.flat, claim: the queue does not matter, source: [me]}\n");
    write("validation/specs/toy.yaml",
          "rows:\n  - {id: reads, figure: toy.iops, measure: iops, precondition: \"seq:128KiB:1\",\n"
          "     job: [rw=randread, bs=512, iodepth=16, norandommap]}\n");
    write(
        "validation/reviews/mine.yaml",
        "title: Mine\ndrives: [toy]\nphases:\n  - purge: true\n    precondition: \"seq:128KiB:1\"\n    "
        "measure:\n"
        "      - {id: depth, job: [rw=randread, bs=512, norandommap], outstanding: [16, 32], window: 50ms,\n"
        "         chart: Depth}\n");
    family("at_least: 0.9, at_most: 1.1");
  }
  void write(const char* name, const std::string& text) { std::ofstream(folder / name) << text; }
  void family(const std::string& limits) {
    write("validation/families/toy.yaml",
          "name: Toy\ndrives: [toy]\nexperiments: [mine]\n"
          "figures: [{figure: toy.reads, of: \"mine: depth outstanding=32\", measure: iops}]\n"
          "orderings:\n  - id: toy.flat\n    checks: [{left: \"mine: depth outstanding=32\", "
          "right: \"mine: depth outstanding=16\", " +
              limits + "}]\n" + "not_checked: [{id: toy.table, why: a table of another kind}]\n");
  }
  Ran validate(const std::string& arguments) {
    return shell(folder, "validate toy --configs configs --quick " + arguments);
  }
};

}  // namespace

TEST_CASE(
    "a validation compares what children measured, and its files are the same however many run at once") {
  Toy toy;
  const Ran ran = toy.validate("--processes 1");
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);
  CHECK(ran.out.find("Toy: 2 of 2 figures within their bands") != std::string::npos);
  CHECK(ran.out.find("toy.table: not checked: a table of another kind") != std::string::npos);
  const auto json = nlohmann::json::parse(content(toy.folder / "report/report.json"));
  const auto& family = json["families"][0];
  CHECK(json["pass"] == true);
  CHECK(family["figures"][0]["calibrated"] == true);
  CHECK(family["figures"][1]["calibrated"] == false);
  CHECK(family["figures"][1]["simulated"].get<double>() == Approx(50000).epsilon(0.01));  // 1 / command time
  CHECK(family["orderings"][0]["state"] == "holds");
  CHECK(std::filesystem::exists(toy.folder / "report/figures.csv"));
  REQUIRE(toy.validate("--processes 3 --output other").status == 0);
  for (const char* file : {"figures.csv", "report.json", "results/spec-toy.json", "results/mine.json"})
    CHECK(content(toy.folder / "report" / file) == content(toy.folder / "other" / file));
}

TEST_CASE("a figure outside its band, an ordering that fails or a child that does is the exit status") {
  Toy toy;
  toy.family("at_least: 1.5");
  const Ran ordering = toy.validate("");
  CHECK(ordering.status == 1);
  CHECK(ordering.out.find("toy.flat: FAILS") != std::string::npos);
  toy.family("at_least: 0.9");
  CHECK(toy.validate("--again").status == 0);
  toy.write("configs/drives/toy.yaml",
            "name: Toy\ncapacity: 256MiB\nnand: {base: mt29f128g08auaba, blocks_per_plane: 32}\n"
            "channel: {channels: 4, dies: 16}\nftl: {parity: 3, reserve: 0, factory_bad: 0}\n"
            "controller: {command_time: 25us}\n");
  const Ran figure = toy.validate("");
  CHECK(figure.status == 1);
  CHECK(figure.out.find("outside its band: toy.iops") != std::string::npos);
  std::filesystem::remove(toy.folder / "report/results/mine.json");
  const Ran missing = toy.validate("--again");
  CHECK(missing.status == 1);
  CHECK(missing.out.find("not measured") != std::string::npos);
}

TEST_CASE("the whole validation moves a constant under figures and under orderings (heavy)") {
  Toy toy;
  toy.write("validation/families/toy.yaml",
            "name: Toy\ndrives: [toy]\nexperiments: [mine]\n"
            "figures: [{figure: toy.reads, of: \"mine: depth outstanding=32\", measure: iops}]\n"
            "orderings:\n  - id: toy.flat\n    checks:\n"
            "      - {left: \"mine: depth\", number: 40000, outstanding: [16, 32], at_least: 1, says: fast}\n"
            "      - {left: \"mine: depth outstanding=32\", right: \"mine: depth outstanding=16\", "
            "at_least: 0.9, says: flat}\n"
            "not_checked: [{id: toy.table, why: a table of another kind}]\n");
  const Ran ran = shell(toy.folder, "validate toy --configs configs");
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);  // no fudge: it moves two figures, and an ordering
  const auto json = nlohmann::json::parse(content(toy.folder / "report/report.json"));
  const auto& sensitivity = json["families"][0]["sensitivity"];
  const auto& up = sensitivity["shifts"][0];
  CHECK(up["path"] == "controller.command_time");
  REQUIRE(up["orderings"].size() == 3);
  for (const auto& ratio : {up["orderings"][0], up["orderings"][1]}) {
    CHECK(ratio["change"].get<double>() == Approx(1 / 1.1 - 1).margin(0.005));
    CHECK(ratio["noticeable"] == true);
  }
  CHECK(up["orderings"][2]["change"].get<double>() == Approx(0).margin(0.005));  // of both sides
  CHECK(up["orderings"][2]["noticeable"] == false);
  for (const auto& name : sensitivity["movers"]) CHECK(name != "bridge.members=1");  // no bridge: no constant
}

TEST_CASE("what is wrong in a validation is said before anything is measured") {
  Toy toy;
  toy.write("validation/families/toy.yaml",
            "name: Toy\ndrives: [toy]\nfigures: [{figure: toy.iosp, of: \"spec-toy: reads\"}]\n");
  const Ran ran = toy.validate("");
  CHECK(ran.status == 2);
  CHECK(ran.err == "rainier: no published figure \"toy.iosp\"; did you mean \"toy.iops\"?\n");
  CHECK_FALSE(std::filesystem::exists(toy.folder / "report"));
}
