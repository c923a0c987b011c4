#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"
#include "tools/rainier/verdict.hpp"

using namespace rainier::tool;
using rainier::host::ScratchFolder;

TEST_CASE("a figure passes within 2 % where it was calibrated on, else within what predictions may be off") {
  const Figure figure{"x", "iops", 1000, "", Relation::eq};
  CHECK(judge(figure, 1020, true, 0.08).pass);
  CHECK_FALSE(judge(figure, 1021, true, 0.08).pass);
  CHECK(judge(figure, 920, false, 0.08).pass);
  CHECK_FALSE(judge(figure, 919, false, 0.08).pass);
  CHECK(judge(figure, 901, false, 0.10).pass);
  CHECK(judge(figure, 880, false, 0.12).error == Approx(-0.12));
}

TEST_CASE("an error rate passes anywhere below its limit") {
  const Figure uber{"x", "uncorrectable_bit_error_rate", 1e-17, "sectors per bit read", Relation::less_than};
  CHECK(judge(uber, 1e-30, false, 0.1).pass);
  CHECK(judge(uber, 0, false, 0.1).pass);
  CHECK_FALSE(judge(uber, 1.1e-17, false, 0.1).pass);
}

TEST_CASE("an upper limit passes from 0.8 to 1.0 of it, a lower limit from 1.0 to 1.1") {
  const Figure below{"x", "latency_mean", 47, "us", Relation::less_than};
  CHECK(judge(below, 47, true, 0.1).pass);
  CHECK(judge(below, 37.7, false, 0.1).pass);
  CHECK_FALSE(judge(below, 47.1, false, 0.1).pass);
  CHECK_FALSE(judge(below, 37.5, false, 0.1).pass);
  const Figure above{"x", "iops", 500000, "", Relation::at_least};
  CHECK(judge(above, 500000, false, 0.1).pass);
  CHECK(judge(above, 549000, false, 0.1).pass);
  CHECK_FALSE(judge(above, 499000, false, 0.1).pass);
  CHECK_FALSE(judge(above, 551000, false, 0.1).pass);
}

namespace {

/// A folder with a toy drive, its figures and its spec table.
struct Toy {
  ScratchFolder folder;
  Toy() {
    for (const char* name : {"configs/drives", "validation/specs", "validation/published"})
      std::filesystem::create_directories(folder / name);
    std::ofstream(folder / "configs/drives/toy.yaml")
        << "name: Toy\ncapacity: 256MiB\nnand: {base: mt29f128g08auaba, blocks_per_plane: 32}\n"
           "channel: {channels: 4, dies: 16}\nftl: {parity: 3, reserve: 0, factory_bad: 0}\n"
           "controller: {command_time: {value: 5us, source: calibrated, on: [toy.iops]}}\n";
    std::ofstream(folder / "validation/published/figures.yaml")
        << "drives:\n  toy:\n    figures:\n"
           "      - {id: toy.iops, metric: iops, value: 200000, relation: eq}\n"
           "      - {id: toy.idle, metric: power, value: 5, unit: W, relation: eq}\n"
           "      - {id: toy.table, metric: other, value: {1: 2}}\n";
    std::ofstream(folder / "validation/specs/toy.yaml")
        << "rows:\n  - {id: reads, figure: toy.iops, measure: iops, precondition: \"seq:128KiB:1\",\n"
           "     job: [rw=randread, bs=512, iodepth=64, norandommap, numjobs=4]}\n"
           "  - {id: idle, figure: toy.idle, measure: power_mean, precondition: "
           "\"seq:128KiB:1,rand:4KiB:1\"}\n";
  }
  Ran spec(const std::string& arguments) { return shell(folder, "spec toy --configs configs " + arguments); }
};

}  // namespace

TEST_CASE("a spec table sets simulated beside published figures and says which were calibrated on") {
  Toy toy;
  const Ran ran = toy.spec("--json o.json");
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out.find("1 of 2 rows pass\n") != std::string::npos);
  const auto rows = nlohmann::json::parse(content(toy.folder / "o.json"))["rows"];
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["calibrated"] == true);
  CHECK(rows[0]["pass"] == true);
  CHECK(rows[0]["simulated"].get<double>() == Approx(200000).epsilon(0.02));
  CHECK(rows[0]["window_seconds"].get<double>() >= 1.0);
  CHECK(rows[0]["steady_state_attained"] == true);
  CHECK(rows[0]["confidence95_half_width"].get<double>() >= 0);
  CHECK(rows[1]["calibrated"] == false);
  CHECK(rows[1]["simulated"].get<double>() == Approx(10));
  CHECK(rows[1]["pass"] == false);
}

TEST_CASE("with --strict a row that fails is the exit status; without the row it is not") {
  Toy toy;
  CHECK(toy.spec("--strict --rows idle").status == 1);
  CHECK(toy.spec("--strict --rows reads").status == 0);
}

TEST_CASE("a row of a figure that was never published, or of another metric, is refused") {
  Toy toy;
  const auto row = [&](const std::string& figure) {
    std::ofstream(toy.folder / "validation/specs/toy.yaml")
        << "rows: [{id: a, figure: " << figure << ", measure: iops}]\n";
    return toy.spec("").err;
  };
  CHECK(row("toy.iosp") == "rainier: row a: no published figure \"toy.iosp\"; did you mean \"toy.iops\"?\n");
  CHECK(row("toy.idle") == "rainier: row a: toy.idle is a figure of power, not of iops\n");
}
