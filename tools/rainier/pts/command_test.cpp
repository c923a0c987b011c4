#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier::tool;
using rainier::host::ScratchFolder;
using Json = nlohmann::ordered_json;

namespace {

const std::string shape = " --set nand.blocks_per_plane=32 --set capacity=768MiB ";
const std::string drive = "pts generic-8x4 ";
const std::string quick = shape + "--cell 200ms --sample 5ms ";

void refuses(const std::string& arguments, const std::string& line) {
  const ScratchFolder folder;
  const Ran ran = shell(folder, "pts " + arguments);
  CAPTURE(arguments, ran.out);
  CHECK(ran.status == 2);
  CHECK(ran.err == "rainier: " + line + "\n");
  CHECK(ran.out.empty());
}

}  // namespace

TEST_CASE("a whole IOPS test of a small drive converges and gives the same bytes twice (heavy)") {
  const ScratchFolder folder;
  Ran ran[2];
  for (int i = 0; i < 2; ++i)
    ran[i] = shell(folder, drive + "iops" + quick + "--strict --json " + std::to_string(i) + ".json --csv " +
                               std::to_string(i) + ".csv");
  INFO(ran[0].out << ran[0].err);
  CHECK(ran[0].status == 0);
  CHECK(ran[0].err.empty());
  CHECK(ran[0].out == ran[1].out);
  CHECK(content(folder / "0.json") == content(folder / "1.json"));
  CHECK(content(folder / "0.csv") == content(folder / "1.csv"));

  const Json json = Json::parse(content(folder / "0.json"));
  CHECK(json["test"] == "iops");
  CHECK(json["drive"] == "generic-8x4");
  CHECK(json["qd"] == 32);
  CHECK(json["steady"]["attained"] == true);
  CHECK(json["steady"]["tracked"].size() == 3);
  CHECK(json["cells"].size() == 56);
  for (const Json& cell : json["cells"]) {
    CHECK(cell["rounds_averaged"] == 5);
    CHECK(cell["iops"] > 0);
    CHECK(cell["throughput"].get<double>() ==
          Approx(cell["iops"].get<double>() * cell["block_bytes"].get<double>()));
    CHECK(cell["latency_max"] >= cell["latency_mean"]);
  }
}

TEST_CASE("each test ends with tables, and another seed gives other figures") {
  const ScratchFolder folder;
  for (const std::string test : {"throughput", "latency", "wsat"}) {
    const Ran ran = shell(folder, drive + test + quick + "--json " + test + ".json");
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.out.find("Steady state: five rounds") != std::string::npos);
    CHECK(ran.out.find("timed with a full queue are 5ms of each") != std::string::npos);
    CHECK(Json::parse(content(folder / (test + ".json")))["test"] == test);
  }
  REQUIRE(shell(folder, drive + "latency" + quick + "--seed 2 --quiet --json other.json").status == 0);
  CHECK(content(folder / "other.json") != content(folder / "latency.json"));
}

TEST_CASE("with --json - standard output is the JSON alone") {
  const ScratchFolder folder;
  const Ran ran = shell(folder, drive + "iops" + quick + "--blocks 4KiB --reads 100,0 --rounds 5 --json -");
  REQUIRE(ran.status == 0);
  const Json json = Json::parse(ran.out);
  CHECK(json["rounds"].size() == 5);
  CHECK(json["rounds"][0]["cells"].size() == 2);
  CHECK(json["cells"].size() == 2);
}

TEST_CASE("too few rounds for steady state are said, and are a failure with --strict") {
  const ScratchFolder folder;
  const Ran ran = shell(folder, drive + "iops" + quick + "--blocks 4KiB --reads 0 --rounds 3 --strict");
  CHECK(ran.status == 1);
  CHECK(ran.out.find("not steady after 3 rounds") != std::string::npos);
  CHECK(ran.out.find("too few rounds") != std::string::npos);
}

TEST_CASE("Ctrl-C leaves a valid partial result that says so") {
  const ScratchFolder folder;
  const std::string command = "cd '" + (folder / "").string() +
                              "' && timeout --foreground --preserve-status -s INT 4 " RAINIER_TOOL " " +
                              drive +
                              "wsat --cell 200ms --sample 200ms --capacities 1000 --json o.json >out 2>err";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 130);
  const Json json = Json::parse(content(folder / "o.json"));
  CHECK(json["partial"] == true);
  CHECK(json["steady"]["attained"] == false);
  CHECK(content(folder / "out").find("note: partial result") != std::string::npos);
}

TEST_CASE("wrong arguments are one clear line, and nothing is run") {
  refuses("generic-8x4 wsta",
          "no test \"wsta\": expected iops, throughput, latency or wsat; did you mean \"wsat\"?");
  refuses("generic-8x4 iops --qd 0", "--qd: expected a whole number from 1 to 4096 (got \"0\")");
  refuses("generic-8x4 iops --qd 4 --workers 5",
          "--workers: expected a whole number from 1 to 4 (got \"5\")");
  refuses("generic-8x4 iops --cell 60", "--cell: expected a time from 1ms to 24h such as 100ms (got \"60\")");
  refuses("generic-8x4 iops --blocks 4KiB,5KiB",
          "--blocks: expected block sizes of the test, such as 4KiB,128KiB (got \"5KiB\")");
  refuses("generic-8x4 iops --reads 50,5,0,1",
          "--reads: expected percentages of the test, such as 100,65,0 (got \"1\")");
  refuses("generic-8x4 iops --blocks 512B",
          "--blocks, --reads: no cell is left that steady state is judged by");
  refuses("generic-8x4 iops --capacities 4",
          "--capacities: only of wsat; the other tests end by steady state or --rounds");
  refuses("generic-8x4 wsat --after 4",
          "--after: wsat ends by --capacities or --rounds, not by steady state");
  refuses("generic-8x4 iops --json - --csv -", "--json, --csv: only one of them can be standard output");
  refuses("generic-8x4 iops --rounds=none",
          "--rounds: expected a whole number from 1 to 100000 (got \"none\")");
}
