#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier::tool;
using rainier::host::ScratchFolder;
using Json = nlohmann::ordered_json;

namespace {

const std::string filled = "--precondition seq:128KiB:1,rand:4KiB:1 ";
const std::string mixed =
    "--rw=randrw --bs=4k --iodepth=16 --numjobs=2 --time_based --runtime=20ms --norandommap "
    "--group_reporting ";

Json json_of(const std::filesystem::path& file) { return Json::parse(content(file)); }

/// Runs it as a child, sends it the signal after a second, and waits.
int signalled(const ScratchFolder& folder, const std::string& arguments, int signal) {
  const std::string command =
      "cd '" + (folder / "").string() + "' && exec " RAINIER_TOOL " " + arguments + " >out 2>err </dev/null";
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  sleep(1);
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

TEST_CASE("the same run gives the same bytes, and another seed gives others") {
  const ScratchFolder folder;
  for (const char* name : {"a", "b"})
    REQUIRE(shell(folder, "run " + small_drive + filled + mixed + "--series-interval 5ms --json " + name +
                              ".json --series " + name + ".csv")
                .status == 0);
  REQUIRE(shell(folder, "run " + small_drive + filled + mixed + "--seed 2 --json c.json").status == 0);
  CHECK(content(folder / "a.json") == content(folder / "b.json"));
  CHECK(content(folder / "a.csv") == content(folder / "b.csv"));
  CHECK(content(folder / "a.json") != content(folder / "c.json"));
}

TEST_CASE("the timing wheel and the reference heap give the same run") {
  const ScratchFolder folder;
  for (const std::string queue : {"wheel", "heap"})
    REQUIRE(shell(folder,
                  "run " + small_drive + filled + mixed + "--queue " + queue + " --json " + queue + ".json")
                .status == 0);
  CHECK(json_of(folder / "wheel.json")["rainier"]["event_hash"] ==
        json_of(folder / "heap.json")["rainier"]["event_hash"]);
  CHECK(content(folder / "wheel.json") == content(folder / "heap.json"));
}

TEST_CASE("the result is fio's JSON with everything else under one key") {
  const ScratchFolder folder;
  const Ran ran = shell(folder, "run " + small_drive + filled + mixed + "--direct=1 --json -");
  REQUIRE(ran.status == 0);
  const Json json = Json::parse(ran.out);
  CHECK(json["fio version"] == "fio-3.33");
  CHECK(json["jobs"].size() == 1);
  CHECK(json["jobs"][0]["read"]["iops"] > 1000);
  const Json& more = json["rainier"];
  CHECK(more["conservation_laws"] == "ok");
  CHECK(more["partial"] == false);
  CHECK(more["seed"] == 1);
  CHECK(more["precondition"] == "seq:128KiB:1,rand:4KiB:1");
  CHECK(more["ignored_options"] == Json::array({"direct"}));
  CHECK(more["drive"]["config"]["capacity"]["source"] == "command-line");
  CHECK(more["write_amplification"]["gc"] >= 1.0);
  CHECK(more["counts"]["requests"] ==
        json["jobs"][0]["read"]["total_ios"].get<int>() + json["jobs"][0]["write"]["total_ios"].get<int>());
  const Json& joules = more["power"]["joules"];
  double sum = 0;
  for (const char* use : {"idle", "read", "program", "erase", "channel", "link"})
    sum += joules[use].get<double>();
  CHECK(joules["total"].get<double>() == Approx(sum));
}

TEST_CASE("the maps of dies agree with their means, and the classes of wear hold every superblock") {
  const ScratchFolder folder;
  REQUIRE(shell(folder,
                "run " + small_drive + "--precondition seq:128KiB:1,rand:4KiB:3 " + mixed + "--json o.json")
              .status == 0);
  const Json more = json_of(folder / "o.json")["rainier"];
  const auto mean = [](const Json& values) {
    double sum = 0;
    for (const Json& value : values) sum += value.get<double>();
    return sum / static_cast<double>(values.size());
  };
  REQUIRE(more["dies"]["busy"].size() == 32);
  REQUIRE(more["dies"]["channel_busy"].size() == more["dies"]["channels"]);
  CHECK(mean(more["dies"]["busy"]) == Approx(more["resources"]["dies"].get<double>()).margin(1e-4));
  CHECK(mean(more["dies"]["channel_busy"]) ==
        Approx(more["resources"]["channels"].get<double>()).margin(1e-4));
  CHECK(mean(more["dies"]["mean_erases"]) == Approx(more["wear"]["mean"].get<double>()).margin(1e-4));
  double superblocks = 0, erases = 0;
  for (const Json& each : more["wear"]["superblocks_by_erases"]) {
    superblocks += each[1].get<double>();
    erases += each[0].get<double>() * each[1].get<double>();
  }
  CHECK(superblocks == more["wear"]["superblocks"].get<double>());
  CHECK(erases ==
        Approx(more["wear"]["mean"].get<double>() * superblocks));  // each has a class of its own here
}

TEST_CASE("reads of pages never written are said in a note") {
  const ScratchFolder folder;
  const Ran fresh = shell(folder, "run " + small_drive + short_read);
  CHECK(fresh.out.find("note: 100 % of reads hit pages never written: precondition the drive") !=
        std::string::npos);
  const Ran full = shell(folder, "run " + small_drive + filled + short_read);
  CHECK(full.out.find("note:") == std::string::npos);
}

TEST_CASE("several job files run one after another") {
  const ScratchFolder folder;
  std::ofstream(folder / "a.fio") << "[global]\ntime_based\nruntime=10ms\n[a1]\nrw=write\n[a2]\nrw=write\n";
  std::ofstream(folder / "b.fio")
      << "[b1]\nrw=read\ntime_based\nruntime=10ms\n[b2]\nrw=read\ntime_based\nruntime=10ms\n";
  REQUIRE(shell(folder, "run " + small_drive + "a.fio b.fio --json o.json").status == 0);
  const Json json = json_of(folder / "o.json");
  REQUIRE(json["jobs"].size() == 4);
  CHECK(json["jobs"][3]["jobname"] == "b2");
  CHECK(json["jobs"][1]["groupid"] == 0);
  CHECK(json["jobs"][2]["groupid"] == 1);
  CHECK(json["rainier"]["simulated_seconds"].get<double>() == Approx(0.02).margin(0.002));
}

TEST_CASE("a job without a run time ends when its work is done, every request of it") {
  const ScratchFolder folder;
  REQUIRE(shell(folder, "run " + small_drive + "--rw=randwrite --bs=4k --size=4m --iodepth=4 --json o.json")
              .status == 0);
  CHECK(json_of(folder / "o.json")["jobs"][0]["write"]["total_ios"] == 1024);
}

TEST_CASE("the series has a row for each interval, and its requests are those of the jobs") {
  const ScratchFolder folder;
  REQUIRE(shell(folder, "run " + small_drive + filled + short_read +
                            "--series s.csv --series-interval 1ms --json o.json")
              .status == 0);
  std::ifstream csv(folder / "s.csv");
  std::string line;
  std::getline(csv, line);
  CHECK(line.starts_with("time [s],read_iops [1/s],write_iops [1/s]"));
  int rows = 0;
  double requests = 0;
  while (std::getline(csv, line)) {
    ++rows;
    requests += std::stod(line.substr(line.find(',') + 1)) * 1e-3;
  }
  CHECK(rows == 20);
  CHECK(requests ==
        Approx(json_of(folder / "o.json")["jobs"][0]["read"]["total_ios"].get<double>()).epsilon(0.01));
}

TEST_CASE("the logs a job asks for are written") {
  const ScratchFolder folder;
  REQUIRE(shell(folder, "run " + small_drive + short_read + "--write_lat_log=l --log_avg_msec=5").status ==
          0);
  CHECK(std::filesystem::exists(folder / "l_clat.1.log"));
}

TEST_CASE("a job that misses its least rate ends the run with one line and a status of its own") {
  const ScratchFolder folder;
  const Ran ran =
      shell(folder, "run " + small_drive +
                        "--rw=randread --bs=4k --norandommap --time_based --runtime=3s --rate_min=900m");
  CHECK(ran.status == 1);
  CHECK(ran.err.find("rainier: job rainier: rate_min=943718400B/s not met") == 0);
}

TEST_CASE("Ctrl-C ends a run with a valid partial result that says so") {
  const ScratchFolder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    CHECK(signalled(folder,
                    "run " + small_drive + filled +
                        "--rw=randrw --iodepth=8 --time_based --runtime=10d --json o.json",
                    signal) == 130);
    const Json json = json_of(folder / "o.json");
    CHECK(json["rainier"]["partial"] == true);
    CHECK(json["rainier"]["conservation_laws"] == "ok");
    CHECK(json["jobs"][0]["read"]["total_ios"] > 0);
    CHECK(content(folder / "out")
              .find("note: partial result: stopped by a signal before the jobs were done\n") !=
          std::string::npos);
  }
}

TEST_CASE("Ctrl-C during preconditioning leaves a valid result without requests") {
  const ScratchFolder folder;
  CHECK(signalled(folder, "run " + small_drive + short_read + "--precondition rand:4KiB:1000 --json o.json",
                  SIGINT) == 130);
  const Json json = json_of(folder / "o.json");
  CHECK(json["rainier"]["partial"] == true);
  CHECK(json["jobs"][0]["read"]["total_ios"] == 0);
}

TEST_CASE("a reader of the output that has gone is no error") {
  const ScratchFolder folder;
  const std::string command =
      "cd '" + (folder / "").string() + "' && { " RAINIER_TOOL " schema 2>err; echo $? >status; } | true";
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK(content(folder / "status") == "0\n");
  CHECK(content(folder / "err").empty());
}

TEST_CASE("explain names a limit") {
  const ScratchFolder folder;
  const Ran ran = shell(
      folder, "explain " + small_drive + filled + "--rw=randread --iodepth=1 --time_based --runtime=20ms");
  CHECK(ran.status == 0);
  CHECK(ran.out.find("Limited by latency, nothing is busy more than") != std::string::npos);
}

TEST_CASE("a job that verifies finds its bytes right although a die is lost") {
  const ScratchFolder folder;
  const Ran ran = shell(folder,
                        "run --drive generic-8x4 --set nand.blocks_per_plane=32 --set capacity=256MiB --set "
                        "ftl.parity=7 --set ftl.reserve=20% --set ftl.frontier=1 --set data=real --fault "
                        "die:3.0@30ms --rw=randrw --bs=4k --iodepth=16 --io_size=64m --norandommap "
                        "--verify=crc32c --json a.json");
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);
  CHECK(ran.out.find(" 0 wrong; 1 fault, ") != std::string::npos);
  const Json data = json_of(folder / "a.json")["rainier"]["data"];
  CHECK(data["sectors_verified"] > 50'000);
  CHECK(data["sectors_wrong"] == 0);
  CHECK(data["units_reconstructed"] > 0);
  CHECK(data["pages_rebuilt"] > 0);
  CHECK(data["log"][0]["event"] == "fault: die:3.0@30ms");
}

TEST_CASE("a read that can't be corrected is an error of the job, in fio's words") {
  const ScratchFolder folder;
  const std::string load =
      "run " + small_drive +
      "--precondition seq:128KiB:1 --fault die:3.2@1ms --rw=randread --bs=4k --number_ios=2000 "
      "--json a.json ";
  CHECK(shell(folder, load).status == 1);
  CHECK(json_of(folder / "a.json")["jobs"][0]["error"] == 5);
  CHECK(shell(folder, load + "--continue_on_error=read").status == 0);
  const Json job = json_of(folder / "a.json")["jobs"][0];
  CHECK(job["error"] == 0);
  CHECK(job["first_error"] == 5);
  CHECK(job["total_err"] > 10);
  const std::uint64_t good =
      job["read"]["total_ios"].get<std::uint64_t>() - job["total_err"].get<std::uint64_t>();
  CHECK(job["read"]["io_bytes"] == good * 4096);
  CHECK(job["read"]["clat_ns"]["N"] == good);
  CHECK(shell(folder, load + "--continue_on_error=read").out.find(" of 2,000 reads failed") !=
        std::string::npos);
}
