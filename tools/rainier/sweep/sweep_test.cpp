#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "sim/config/error.hpp"
#include "tools/rainier/sweep/plan.hpp"
#include "tools/rainier/sweep/results.hpp"
#include "tools/rainier/sweep_keys.hpp"
#include "tools/rainier/tool_test.hpp"

using namespace rainier;
using namespace rainier::tool;

namespace {

const std::string head =
    "drive: generic-8x4\n"
    "set: [nand.blocks_per_plane=32, capacity=768MiB]\n"
    "job: [rw=randwrite, bs=4k, iodepth=16, time_based, runtime=5ms]\n";
const std::string grid =
    "grid:\n"
    "  ftl.gc.victim: [greedy, fifo]\n"
    "  channel.channels: [4, 8]\n";

void write(const host::ScratchFolder& folder, const std::string& text) {
  std::ofstream(folder / "s.yaml", std::ios::binary) << text;
}

SweepPlan plan(const host::ScratchFolder& folder, const std::string& text) {
  write(folder, text);
  return plan_sweep(Catalog(), read_sweep(folder / "s.yaml"));
}

void refuses(const std::string& text, const std::string& line) {
  const host::ScratchFolder folder;
  write(folder, text);
  const Ran ran = shell(folder, "sweep s.yaml");
  CHECK(ran.status == 2);
  CHECK(ran.err == "rainier: " + line + "\n");
  CHECK_FALSE(std::filesystem::exists(folder / "s"));
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a grid is every combination with every seed, each under a name of its own") {
  const host::ScratchFolder folder;
  const SweepPlan p = plan(folder, head + grid + "seeds: [1, 2, 3]\n");
  REQUIRE(p.points.size() == 12);
  CHECK(p.axes == std::vector<std::string>{"ftl.gc.victim", "channel.channels"});
  std::set<std::string> names;
  for (const SweepPoint& point : p.points) names.insert(point.name);
  CHECK(names.size() == 12);
}

TEST_CASE("a point's name follows from what is simulated, however the file says it") {
  const host::ScratchFolder folder;
  const auto names = [&](const std::string& text) {
    std::set<std::string> all;
    for (const SweepPoint& point : plan(folder, text).points) all.insert(point.name);
    return all;
  };
  const auto same = names(head + grid);
  CHECK(names(head + "grid:\n  channel.channels: [8, 4, 8]\n  ftl.gc.victim: [fifo, greedy]\n") == same);
  CHECK(
      names(
          "title: other\n" + head +
          "list:\n- {ftl.gc.victim: greedy, channel.channels: 4}\n- {ftl.gc.victim: fifo, channel.channels: "
          "4}\n"
          "- {channel.channels: 8, ftl.gc.victim: greedy}\n- {channel.channels: 8, ftl.gc.victim: fifo}\n") ==
      same);
  CHECK(names(head + grid + "seeds: [2]\n") != same);
  CHECK(names(head + grid + "precondition: \"seq:128KiB:1\"\n") != same);
}

TEST_CASE("a Latin hypercube has each stratum of each range once") {
  const host::ScratchFolder folder;
  const SweepPlan p = plan(folder, head +
                                       "latin_hypercube:\n  points: 40\n  ranges:\n"
                                       "    power.cap: [15W, 35W]\n"
                                       "    ftl.reserve: {from: 0.01, to: 0.1, log: true}\n");
  REQUIRE(p.points.size() == 40);
  std::set<int> caps, reserves;
  for (const SweepPoint& point : p.points) {
    REQUIRE(point.parameters.size() == 2);
    REQUIRE(point.parameters[0].second.ends_with("W"));
    caps.insert(static_cast<int>((std::stod(point.parameters[0].second) - 15) / 20 * 40));
    reserves.insert(static_cast<int>(std::log10(std::stod(point.parameters[1].second) / 0.01) * 40));
  }
  // Values have four digits: one at the edge of its stratum may be rounded into the next.
  CHECK(caps.size() >= 39);
  CHECK(reserves.size() >= 39);
}

TEST_CASE("ten thousand points are planned and listed") {
  const host::ScratchFolder folder;
  std::string text = head + "grid:\n  power.cap: [";
  for (int i = 0; i < 100; ++i) text += std::to_string(15 + i) + (i < 99 ? "W, " : "W]\n");
  text += "seeds: [";
  for (int i = 0; i < 100; ++i) text += std::to_string(i) + (i < 99 ? ", " : "]\n");
  write(folder, text);
  const Ran ran = shell(folder, "sweep s.yaml --list");
  CHECK(ran.status == 0);
  CHECK(lines(ran.out) == 10'000);
}

TEST_CASE("a sweep is run once, and goes on where it was stopped, with the same bytes") {
  const host::ScratchFolder folder;
  write(folder, head + grid);
  REQUIRE(shell(folder, "sweep s.yaml --output a").status == 0);
  const std::string table = content(folder / "a/results.csv");
  CHECK(lines(table) == 5);
  CHECK(table.find("point,seed,ftl.gc.victim,channel.channels,status,") == 0);

  // Some parts elsewhere, one point lost, one cut off by a crash before it had its name.
  REQUIRE(shell(folder, "sweep s.yaml --output b --shard 2/3").status == 0);
  REQUIRE(shell(folder, "sweep s.yaml --output b --shard 3/3 --jobs 1").status == 0);
  CHECK(lines(content(folder / "b/results.csv")) == 3);
  std::ofstream(folder / "b/runs/0123456789abcdef.json") << "{\"jobs";
  REQUIRE(shell(folder, "sweep s.yaml --output b").status == 0);
  CHECK(content(folder / "b/results.csv") == table);
  CHECK(content(folder / "b/results.jsonl") == content(folder / "a/results.jsonl"));
}

TEST_CASE("a sweep's table is drawn, the same bytes each time") {
  const host::ScratchFolder folder;
  write(folder, head + grid + "seeds: [1, 2]\n");
  REQUIRE(shell(folder, "sweep s.yaml").status == 0);
  for (const char* words : {"s/results.csv --output a.svg", "sweep s/results.csv --output b.svg"}) {
    const Ran ran = shell(folder, std::string("plot ") + words);
    INFO(ran.err);
    REQUIRE(ran.status == 0);
  }
  CHECK(content(folder / "a.svg").find("</svg>") != std::string::npos);
  CHECK(content(folder / "a.svg") == content(folder / "b.svg"));
  CHECK(shell(folder, "plot sweep s/results.jsonl").err ==
        "rainier: plot sweep: \"s/results.jsonl\" is not the results.csv of a sweep\n");
  CHECK(shell(folder, "plot sweep").err == "rainier: plot sweep: give the results.csv of a sweep\n");
}

TEST_CASE("every key that a sweep takes is described, and every key that is described is taken") {
  const host::ScratchFolder folder;
  const auto described = nlohmann::json::parse(shell(folder, "schema sweep --json").out);
  std::set<std::string> names;
  for (const auto& group : described)
    for (const auto& key : group["parameters"]) names.insert(key["path"].get<std::string>().substr(6));
  const std::string whole =
      "title: All\ndrive: generic-8x4\nhost: linux-fio\nscale: 1\nprecondition: none\nset: "
      "[capacity=768MiB]\n"
      "job: [rw=read]\nseeds: [1]\ngrid: {ftl.parity: [3]}\nlist: [{ftl.parity: 3}]\n"
      "latin_hypercube: {points: 2, ranges: {power.cap: [20W, 25W]}}\n"
      "prices: {raw_gb: 1, channel: 2, drive: 3}\n";
  write(folder, whole);
  read_sweep(folder / "s.yaml");
  CHECK(names == std::set<std::string>{"title", "drive", "host", "scale", "precondition", "workload", "job",
                                       "set", "seeds", "grid", "list", "latin_hypercube.points",
                                       "latin_hypercube.ranges", "prices.raw_gb", "prices.channel",
                                       "prices.drive"});
  for (const std::string& name : names) {
    INFO(name);
    const std::string key = name.substr(0, name.find('.'));
    CHECK((key == "workload" || whole.find("\n" + key + ":") != std::string::npos || whole.starts_with(key)));
  }
}

TEST_CASE("points are those of rainier run") {
  const host::ScratchFolder folder;
  write(folder, head + "list:\n- {ftl.gc.victim: fifo, job.iodepth: 4, drive: generic-8x4}\nseeds: [3]\n");
  REQUIRE(shell(folder, "sweep s.yaml --full").status == 0);
  REQUIRE(
      shell(folder, "run " + small_drive +
                        "--set ftl.gc.victim=fifo --seed 3 --rw=randwrite --bs=4k --iodepth=4 --time_based "
                        "--runtime=5ms --json run.json")
          .status == 0);
  const auto run = nlohmann::json::parse(content(folder / "run.json"));
  std::istringstream table(content(folder / "s/results.jsonl"));
  const auto record = nlohmann::json::parse(table);
  CHECK(record["write_iops"] == run["jobs"][0]["write"]["iops"]);
  CHECK(record["write_mean_us"].get<double>() * 1000 ==
        Approx(run["jobs"][0]["write"]["lat_ns"]["mean"].get<double>()));
  CHECK(record["write_p99_us"].get<double>() * 1000 ==
        Approx(run["jobs"][0]["write"]["clat_ns"]["percentile"]["99.000000"].get<double>()).epsilon(0.02));
  CHECK(record["read_iops"].is_null());
  CHECK(record["status"] == "ok");
}

TEST_CASE("a point that can't be simulated is a row that says why, and the others are run") {
  const host::ScratchFolder folder;
  write(folder, head + "grid:\n  capacity: [768MiB, 1023MiB]\n");
  const Ran ran = shell(folder, "sweep s.yaml");
  CHECK(ran.status == 1);
  const std::string table = content(folder / "s/results.csv");
  CHECK(lines(table) == 3);
  CHECK(table.find(",failed,") != std::string::npos);
  CHECK(table.find(",ok,") != std::string::npos);
  CHECK(ran.out.find("1 could not be run") != std::string::npos);
  CHECK(shell(folder, "sweep s.yaml").status == 0);
}

TEST_CASE("a killed sweep leaves whole points, and the rest is run the next time") {
  const host::ScratchFolder folder;
  write(folder, head + grid + "seeds: [1, 2, 3, 4, 5]\n");
  const std::string command = "cd '" + (folder / "").string() +
                              "' && timeout -s KILL 0.4 " RAINIER_TOOL
                              " sweep s.yaml --output killed >/dev/null 2>&1";
  static_cast<void>(std::system(command.c_str()));
  REQUIRE(shell(folder, "sweep s.yaml --output killed").status == 0);
  REQUIRE(shell(folder, "sweep s.yaml --output whole").status == 0);
  CHECK(content(folder / "killed/results.csv") == content(folder / "whole/results.csv"));
  CHECK(lines(content(folder / "whole/results.csv")) == 21);
}

TEST_CASE("what is wrong with a sweep's file is one clear line, and nothing is run") {
  refuses("drive: generic-8x4\n" + grid, "s.yaml: expected either job or workload");
  refuses(head, "s.yaml: expected a grid, a list or a latin_hypercube of what is swept");
  refuses(head + "gird: {}\n", "s.yaml:4: gird: unknown key; did you mean \"grid\"?");
  refuses(head + "grid:\n  ftl.gc.victm: [fifo]\n",
          "s.yaml:5: ftl.gc.victm: unknown parameter; did you mean \"ftl.gc.victim\"?");
  refuses(head + "grid:\n  ftl.gc.victim:\n  - fifo\n  - lifo\n",
          "s.yaml:7: ftl.gc.victim: expected greedy, fifo, random, d-choices, cost-benefit or "
          "windowed-greedy (got "
          "\"lifo\"); did you mean \"fifo\"?");
  refuses(head + "grid:\n  ftl.parity: 7\n", "s.yaml:5: grid.ftl.parity: expected a list (got \"7\")");
  refuses(head + "grid:\n  ftl.parity: []\n",
          "s.yaml:5: grid.ftl.parity: expected a list (got an empty list)");
  refuses(head + grid + "seeds: [one]\n", "s.yaml:7: seeds: expected a whole number (got \"one\")");
  refuses(head + "latin_hypercube:\n  points: 5\n  ranges:\n    power.cap: [30W, 20W]\n",
          "s.yaml:7: power.cap: expected two values of one unit, the second above the first, and both above "
          "0 if they "
          "go by their logarithm");
  refuses(head + "grid:\n  job.iodepht: [1]\n",
          "s.yaml:5: iodepht: expected an option of a fio job; did you mean \"iodepth\"?");
}

TEST_CASE("a sweep's file holds what rainier schema sweep says, with its defaults") {
  const host::ScratchFolder folder;
  // Each key at once: the reader checks that it knows those that are documented and no others.
  write(folder,
        head + "title: T\nhost: linux-fio\nscale: 1/2\nprecondition: none\nseeds: [1]\n" + grid +
            "list: [{ftl.gc.victim: fifo}]\n"
            "latin_hypercube:\n  points: 2\n  ranges:\n    power.cap: {from: 20W, to: 30W, log: true}\n"
            "prices: {raw_gb: 1, channel: 2, drive: 3}\n");
  CHECK(read_sweep(folder / "s.yaml").title == "T");
  write(folder, head + grid);
  const SweepFile file = read_sweep(folder / "s.yaml");
  const SweepKeys said;
  CHECK(file.host == said.host);
  CHECK(file.scale == said.scale);
  CHECK(file.precondition == said.precondition);
  CHECK(file.seeds == said.seeds);
  CHECK(file.prices.raw_gb == said.prices.raw_gb);
  CHECK(file.prices.channel == said.prices.channel);
  CHECK(file.prices.drive == said.prices.drive);
}

TEST_CASE("a sweep is submitted as states, parts and tables, each after the one before") {
  const host::ScratchFolder folder;
  write(folder, head + grid);
  std::ofstream(folder / "sbatch") << "#!/bin/sh\necho \"$@\" >> submitted\nwc -l < submitted\n";
  std::filesystem::permissions(folder / "sbatch", std::filesystem::perms::owner_all);
  const std::string here = (folder / "").string();
  const std::string command = "cd '" + here +
                              "' && PATH=\"$PWD:$PATH\" " RAINIER_TOOL
                              " sweep s.yaml --slurm --tasks 2 --at-most 1 >out 2>err";
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK(content(folder / "out") == "submitted: states 1, 2 parts 2, table 3\n");
  std::istringstream submitted(content(folder / "submitted"));
  std::string states, parts, tables;
  std::getline(submitted, states);
  std::getline(submitted, parts);
  std::getline(submitted, tables);
  CHECK(states == "--parsable " + here + "s/prepare.sbatch");
  CHECK(parts == "--parsable --dependency=afterok:1 " + here + "s/points.sbatch");
  CHECK(tables == "--parsable --dependency=afterany:2 " + here + "s/collect.sbatch");
  const std::string points = content(folder / "s/points.sbatch");
  CHECK(points.find("#SBATCH --array=1-2%1\n") != std::string::npos);
  CHECK(points.find("--shard $SLURM_ARRAY_TASK_ID/2\n") != std::string::npos);
  CHECK(content(folder / "s/collect.sbatch").find("--collect\n") != std::string::npos);
}
