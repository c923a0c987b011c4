#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/experiment_run.hpp"
#include "tools/rainier/figures.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/tool_test.hpp"

using namespace rainier;
using namespace rainier::tool;
using host::ScratchFolder;

namespace {

const std::string toy = "--drive generic-8x4 --set nand.blocks_per_plane=32 --set capacity=768MiB ";

/// Runs an experiment file of this text.
Ran run(const ScratchFolder& folder, const std::string& text, const std::string& arguments = "") {
  std::ofstream(folder / "mine.yaml") << text;
  return shell(folder, "experiment mine.yaml " + toy + arguments);
}

}  // namespace

TEST_CASE("a sweep is measured at every combination of its lists, in order") {
  Sweep sweep;
  sweep.id = "x";
  sweep.outstanding = {1, 8};
  sweep.block = {512, 4096};
  sweep.read_percent = {100};
  std::vector<std::string> names;
  for (const Point& point : points_of(sweep)) names.push_back(name_of(point));
  CHECK(names == std::vector<std::string>{"x outstanding=1 block=512 read_percent=100",
                                          "x outstanding=8 block=512 read_percent=100",
                                          "x outstanding=1 block=4096 read_percent=100",
                                          "x outstanding=8 block=4096 read_percent=100"});
  CHECK(points_of(Sweep()).size() == 1);
}

TEST_CASE("what is outstanding is shared by as many workers as there is work for") {
  Sweep sweep;
  sweep.job = {"rw=randread", "bs=4k"};
  sweep.workers = 4;
  sweep.outstanding = {1, 2, 64};
  sweep.read_percent = {65};
  const std::vector<Point> points = points_of(sweep);
  const auto job = [&](std::size_t i) { return jobs_of(Catalog(), points[i]).at(0); };
  CHECK(job(0).numjobs == 1);
  CHECK(job(1).numjobs == 2);
  CHECK(job(2).numjobs == 4);
  CHECK(job(2).iodepth == 16);
  CHECK(job(2).reads);
  CHECK(job(2).writes);
  CHECK(job(2).read_percent == 65);
}

TEST_CASE("of an experiment those points alone are measured that are asked for") {
  Sweep reads, writes;
  reads.id = "reads";
  reads.outstanding = {1, 4, 16};
  reads.block = {4096, 65536};
  writes.id = "writes";
  Experiment experiment;
  experiment.phases = {Phase{true, "seq:128KiB:1", {reads, writes}, {Streaming()}}};
  keep_only(experiment, {"reads outstanding=4 block=4096", "reads outstanding=1 block=4096"});
  REQUIRE(experiment.phases[0].measure.size() == 1);
  CHECK(experiment.phases[0].measure[0].outstanding == std::vector<std::uint32_t>{1, 4});
  CHECK(experiment.phases[0].measure[0].block == std::vector<std::uint64_t>{4096});
  CHECK(experiment.phases[0].streaming.empty());
  CHECK_THROWS_WITH(keep_only(experiment, {"raeds"}), Catch::Contains("did you mean \"reads\"?"));
  CHECK_THROWS_WITH(keep_only(experiment, {"reads outstanding=2"}), Catch::Contains("no such point"));
}

TEST_CASE("every experiment that ships names hosts, workloads and figures that exist") {
  const Catalog catalog;
  const auto figures = load_figures(catalog.validation("published/figures.yaml"));
  REQUIRE(catalog.experiments().size() >= 3);
  for (const std::string& name : catalog.experiments()) {
    INFO(name);
    const Experiment experiment = load_experiment(find_experiment(catalog, name));
    CHECK_NOTHROW(load_host(catalog, experiment.host));
    for (const Phase& phase : experiment.phases)
      for (const Sweep& sweep : phase.measure) {
        for (const Point& point : points_of(sweep)) CHECK_FALSE(jobs_of(catalog, point).empty());
        for (const PublishedPoint& p : sweep.published)
          CHECK(unit_value(figure_named(p.figure, figures)) > 0);
      }
  }
}

TEST_CASE("phases purge, precondition and measure; the same run gives the same bytes") {
  const ScratchFolder folder;
  const std::string text =
      "title: Mine\nhost: linux-fio\nphases:\n"
      "  - purge: true\n    precondition: \"seq:128KiB:1\"\n    measure:\n"
      "      - {id: reads, job: [rw=randread, bs=4k, norandommap], outstanding: [1, 16], window: 20ms}\n"
      "    streaming:\n      - {id: video, runs: 2, timed: 2, window: 100ms, thresholds: [1, 5000]}\n";
  const Ran ran = run(folder, text, "--json a.json");
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  CHECK(ran.out.find("reads outstanding=16") != std::string::npos);
  REQUIRE(run(folder, text, "--json b.json").status == 0);
  CHECK(content(folder / "a.json") == content(folder / "b.json"));
  const auto json = nlohmann::json::parse(content(folder / "a.json"));
  REQUIRE(json["points"].size() == 2);
  const double one = json["points"][0]["iops"], sixteen = json["points"][1]["iops"];
  CHECK(sixteen > 8 * one);
  CHECK(one * json["points"][0]["latency_mean"].get<double>() == Approx(1).epsilon(0.05));  // N = X R
  const auto stream = json["streams"][0];
  const double sustained = stream["sustained"].get<double>() / 1e6;
  // A stream faster than the drive leaves what was not written of a capacity in the buffer.
  CHECK(stream["thresholds"][1]["worst_mb"].get<double>() ==
        Approx(768 * 1.048576 * (1 - sustained / 5000)).epsilon(0.02));
  CHECK(stream["thresholds"][0]["worst_mb"].get<double>() < 1);
}

TEST_CASE("a point that is shorter than the power window has a mean power, but no RMS and no peak") {
  const ScratchFolder folder;
  const std::string text =
      "title: T\nphases:\n  - measure:\n      - {id: x, job: [rw=randread, bs=4k, norandommap], window: "
      "1ms}\n";
  REQUIRE(run(folder, text, "--quiet --json a.json --set power.window=1s").status == 0);
  const auto power = [&] { return nlohmann::json::parse(content(folder / "a.json"))["points"][0]; };
  CHECK(power()["power"] > 1);
  CHECK(power()["power_rms"].is_null());
  CHECK(power()["power_peak"].is_null());
  REQUIRE(run(folder, text, "--quiet --json a.json --set power.window=100us").status == 0);
  CHECK(power()["power_peak"] >= power()["power_rms"]);
  CHECK(power()["power_rms"] > 1);
}

TEST_CASE("an experiment file that is wrong is one line with its place, and nothing is written") {
  const ScratchFolder folder;
  const auto said = [&](const std::string& sweep) {
    const Ran ran = run(folder, "phases:\n  - measure:\n      - " + sweep + "\n", "--json o.json");
    CHECK(ran.status == 2);
    CHECK_FALSE(std::filesystem::exists(folder / "o.json"));
    return ran.err;
  };
  const std::string unknown = said("{id: a, jbo: [rw=read]}");
  CHECK(unknown.find("mine.yaml:3:") != std::string::npos);
  CHECK(unknown.find("did you mean \"job\"?") != std::string::npos);
  CHECK(said("{id: a}").find("expected either job or workload") != std::string::npos);
  CHECK(said("{id: a, job: [rw=read], workers: 4, outstanding: [6]}").find("6 outstanding") !=
        std::string::npos);
  CHECK(said("{id: a, job: [rw=read], plot: [iosp]}").find("did you mean \"iops\"?") != std::string::npos);
  CHECK(said("{id: a, job: [rw=sideways]}").find("rw") != std::string::npos);
  CHECK(said("{id: a, job: [rw=read], host: linux-foi}").find("did you mean \"linux-fio\"?") !=
        std::string::npos);
}

TEST_CASE("an experiment that is not there is refused with the nearest that is") {
  const ScratchFolder folder;
  CHECK(shell(folder, "experiment tom-p302h").err ==
        "rainier: no such experiment: \"tom-p302h\"; did you mean \"tom-p320h\"?\n");
}

TEST_CASE("a fault that an experiment's drive can't have is an error of the file's line") {
  const ScratchFolder folder;
  const auto error = [&](const std::string& faults) {
    const Ran ran = run(folder, "title: T\nfaults:\n  - " + faults +
                                    "\nphases:\n  - measure:\n      - {id: x, job: [rw=read]}\n");
    CHECK(ran.status == 2);
    return ran.err;
  };
  CHECK(error("die:99.0@1s") ==
        "rainier: mine.yaml:2: faults: expected a channel from 0 to 7 (got \"die:99.0@1s\")\n");
  CHECK(error("die:0.0@soon") ==
        "rainier: mine.yaml:2: faults: expected a time (10s), a count of host commands (5000ops) or a rate "
        "(1e-6/op) after the @ (got \"die:0.0@soon\")\n");
}
