#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/config/source_dir.hpp"
#include "tools/rainier/tool_test.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::json;

void write(const host::ScratchFolder& folder, const char* name, const std::string& text) {
  std::ofstream(folder / name, std::ios::binary) << text;
}

/// 400 requests of 4 KiB, 50 us apart, every fourth a write.
std::string trace_text() {
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += std::to_string(128166372003061629 + i * 500) + ",hm,0," + (i % 4 == 0 ? "Write" : "Read") + "," +
            std::to_string(4096 * (i * 37 % 1000)) + ",4096,100\n";
  return text;
}

TEST_CASE("a trace is played at its times, and reported as a run is, with how it was read") {
  const host::ScratchFolder folder;
  write(folder, "t.csv", trace_text());
  const Ran ran = shell(folder, "replay t.csv " + small_drive + "--json j");
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  REQUIRE(ran.out.find("MSR Cambridge (msr, detected); 400 requests played") != std::string::npos);
  const Json json = Json::parse(content(folder / "j"));
  const Json& job = json["jobs"][0];
  REQUIRE(job["read"]["total_ios"] == 300);
  REQUIRE(job["write"]["total_ios"] == 100);
  REQUIRE(job["write"]["io_bytes"] == 409'600);
  // The last request comes 19.95 ms after the first.
  const double seconds = json["rainier"]["simulated_seconds"];
  REQUIRE(seconds > 0.01995);
  REQUIRE(seconds < 0.0220);
  REQUIRE(json["rainier"]["conservation_laws"] == "ok");
  const Json& trace = json["rainier"]["trace"];
  REQUIRE(trace["format"] == "msr");
  REQUIRE(trace["requests"] == 400);
  REQUIRE(trace["loop"] == "open");
  REQUIRE(trace["lateness_ns"]["max"] < 10'000);
  REQUIRE(shell(folder, "replay t.csv " + small_drive + "--json k").status == 0);
  REQUIRE(content(folder / "j") == content(folder / "k"));
}

TEST_CASE("twice the speed takes half the time, and a closed loop as long as the drive does") {
  const host::ScratchFolder folder;
  write(folder, "t.csv", trace_text());
  const auto seconds = [&](const std::string& options) {
    const Ran ran = shell(folder, "replay t.csv " + small_drive + options + " --json j --quiet");
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    const Json json = Json::parse(content(folder / "j"));
    REQUIRE(json["rainier"]["trace"]["requests"] == 400);
    REQUIRE(json["jobs"].size() == 1);
    return json["rainier"]["simulated_seconds"].get<double>();
  };
  REQUIRE(seconds("--speed 2") == Approx(0.009975).epsilon(0.1));
  const double one = seconds("--qd 1"), eight = seconds("--qd 8"), shared = seconds("--qd 8 --workers 4");
  REQUIRE(eight < one / 2);
  REQUIRE(shared < one / 2);
}

TEST_CASE(
    "where the drive can't keep up, the wait for a place is reported, and what is outstanding stays "
    "bounded") {
  const host::ScratchFolder folder;
  write(folder, "t.csv", trace_text());
  const Ran ran = shell(folder, "replay t.csv " + small_drive + "--speed 1000 --outstanding 4 --json -");
  REQUIRE(ran.status == 0);
  const Json json = Json::parse(ran.out);
  REQUIRE(json["rainier"]["trace"]["lateness_ns"]["max"] > 1'000'000);
  REQUIRE(json["jobs"][0]["iodepth_level"]["8"] == 0.0);
}

TEST_CASE("standard input, passes, a scaled drive and the explanation work together") {
  const host::ScratchFolder folder;
  write(folder, "t.csv", trace_text());
  const Ran piped = shell(folder, "replay - " + small_drive + "--explain <t.csv >out 2>err #");
  REQUIRE(piped.status == 0);
  REQUIRE(piped.out.find("trace: standard input: MSR") == 0);
  REQUIRE(piped.out.find("Where the time of a read goes") != std::string::npos);
  const Ran passes = shell(folder, "replay t.csv " + small_drive + "--passes 3");
  REQUIRE(passes.out.find("1,200 requests played in 3 passes") != std::string::npos);
  const Ran again = shell(folder, "replay - --passes 2 " + small_drive);
  REQUIRE(again.status == 2);
  REQUIRE(again.err == "rainier: standard input: it can't be played more than once: give a file\n");
}

TEST_CASE("a trace replays on each family of drives") {
  const host::ScratchFolder folder;
  write(folder, "t.csv", trace_text());
  for (const char* drive : {"p320h-350", "p420m-700", "p400m-200"}) {
    const Ran ran =
        shell(folder, std::string("replay t.csv --scale 1/64 --precondition seq:128KiB:1 --drive ") + drive);
    INFO(drive << ": " << ran.err);
    REQUIRE(ran.status == 0);
    REQUIRE(ran.out.find("400 requests played") != std::string::npos);
  }
}

TEST_CASE("what a replay can't do is one line, and nothing is written") {
  const host::ScratchFolder folder;
  write(folder, "t.csv", trace_text() + "128166372003961629,hm,0,Read,0,x,1\n");
  write(folder, "far.csv", "1,hm,0,Read,99999999995904,4096,1\n");
  const auto said = [&](const std::string& arguments) {
    const Ran ran = shell(folder, "replay " + arguments + " --json j");
    REQUIRE(ran.status == 2);
    REQUIRE(ran.out.empty());
    REQUIRE_FALSE(std::filesystem::exists(folder / "j"));
    return ran.err;
  };
  REQUIRE(said("t.csv " + small_drive) ==
          "rainier: t.csv:401: column 6: expected a size in bytes, not \"x\" (format msr: "
          "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime)\n");
  REQUIRE(said("far.csv " + small_drive) ==
          "rainier: far.csv:1: 4096 bytes at 99999999995904 reach past the end of the drive, which has "
          "805306368 bytes: say with --past-end wrap or scale what becomes of such\n");
  REQUIRE(said("none.csv " + small_drive) == "rainier: none.csv: can't read it: No such file or directory\n");
  REQUIRE(said("t.csv --past-end wrapp " + small_drive) ==
          "rainier: --past-end: expected error, wrap or scale (got \"wrapp\"); did you mean \"wrap\"?\n");
  REQUIRE(said("t.csv --rw=read " + small_drive) ==
          "rainier: --rw: a trace says what is done; of fio's options only those of time, counts and logs go "
          "with "
          "it\n");
  REQUIRE(said("t.csv --qd 3 --workers 2 " + small_drive) ==
          "rainier: 3 outstanding can't be shared evenly by 2 workers\n");
  REQUIRE(said("t.csv --window 0 " + small_drive) ==
          "rainier: --window: expected a whole number of at least 1 (got \"0\")\n");
}

TEST_CASE("the published samples replay on a small drive") {
  const char* const given = std::getenv("RAINIER_TRACES");
  const std::filesystem::path traces = given != nullptr
                                           ? std::filesystem::path(given)
                                           : std::filesystem::path(config::in_sources("../shared/traces"));
  if (!std::filesystem::exists(traces)) {
    WARN("no samples in " << traces.string() << ": not tested");
    return;
  }
  const host::ScratchFolder folder;
  const auto requests = [&](const std::string& arguments) {
    const Ran ran =
        shell(folder, "replay " + (traces / "").string() + arguments + " " + small_drive + "--json j");
    INFO(arguments << ": " << ran.err);
    REQUIRE(ran.status == 0);
    return Json::parse(content(folder / "j"))["rainier"]["trace"]["requests"].get<int>();
  };
  REQUIRE(requests("msr-hm0-1000.csv --past-end wrap") == 1'000);
  REQUIRE(requests("mqsim-tpcc-small.trace --merge overlay --past-end scale") == 6'999);
  REQUIRE(requests("systor17-sample.csv.gz --past-end wrap") == 999);
  REQUIRE(requests("tencent-cbs-sample.csv.bz2 --merge overlay --qd 32 --past-end wrap") == 50'000);
  REQUIRE(
      requests("tencent-cbs-sample.csv.bz2 --merge overlay --spread even --past-end wrap --window 50000") ==
      50'000);
}

}  // namespace
}  // namespace rainier::tool
