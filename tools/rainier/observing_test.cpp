#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "models/host/trace/formats/blktrace.hpp"
#include "tools/rainier/tool_test.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::json;

const std::string mixed =
    "--rw=randrw --bs=4k --iodepth=8 --time_based --runtime=20ms --norandommap --quiet ";
const std::string full = "--precondition seq:128KiB:1,rand:4KiB:2 ";

bool is_there(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

TEST_CASE("looking on changes nothing: with a timeline and a trace the result has the same bytes") {
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "run " + small_drive + mixed + full + "--json a").status == 0);
  REQUIRE(shell(folder, "run " + small_drive + mixed + full +
                            "--json b --timeline t --timeline-window 1ms..2ms "
                            "--blktrace k")
              .status == 0);
  REQUIRE(content(folder / "a") == content(folder / "b"));
}

TEST_CASE("a window in which nothing happens is said to be empty, and a wrong one is one line") {
  const host::ScratchFolder folder;
  const Ran ran = shell(folder, "run " + small_drive + short_read + "--timeline t --timeline-window 1s..2s");
  REQUIRE(ran.out.find("note: nothing happened from 1s to 2s: the timeline is empty") != std::string::npos);
  REQUIRE(Json::parse(content(folder / "t")).contains("traceEvents"));
  const Ran wrong =
      shell(folder, "run " + small_drive + short_read + "--timeline t --timeline-window 2s..1s");
  REQUIRE(wrong.status == 2);
  REQUIRE(wrong.err ==
          "rainier: --timeline-window: expected two times such as 2s..2.01s, the second one later (got "
          "\"2s..1s\")\n");
}

TEST_CASE(
    "the trace of a run has a queue, an issue and a completion event of each request, in order of time") {
  namespace blk = trace::blktrace;
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "run " + small_drive + mixed + full + "--blktrace x.blktrace.0 --json j").status ==
          0);
  const Json job = Json::parse(content(folder / "j"))["jobs"][0];
  const std::uint64_t requests =
      job["read"]["total_ios"].get<std::uint64_t>() + job["write"]["total_ios"].get<std::uint64_t>();
  const std::string bytes = content(folder / "x.blktrace.0");
  std::map<std::uint32_t, std::uint64_t> acts;
  std::uint64_t last = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const blk::Event event = blk::decode(std::string_view(bytes).substr(at), blk::Order::little);
    at += blk::record_bytes + event.more_bytes;
    if ((event.action & blk::notify) != 0) continue;
    REQUIRE(event.time_ns >= last);
    last = event.time_ns;
    ++acts[event.action & 0xffff];
  }
  for (const std::uint32_t act : {blk::queue, blk::issue, blk::complete}) REQUIRE(acts[act] == requests);

  const Ran info = shell(folder, "trace info x.blktrace.0 --json -");
  REQUIRE(Json::parse(info.out)["amounts"]["read"]["requests"] == job["read"]["total_ios"]);
}

TEST_CASE("blkparse and btt read the trace of a run, and find its latency") {
  if (!is_there("blkparse") || !is_there("btt")) {
    WARN("blktrace is not installed: not tested");
    return;
  }
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "run " + small_drive + mixed + full + "--blktrace x.blktrace.0 --json j").status ==
          0);
  const std::string in = "cd '" + (folder / "").string() + "' && ";
  REQUIRE(std::system((in + "blkparse -q -i x -d x.bin -O >p 2>&1 && btt -i x.bin >b 2>&1").c_str()) == 0);
  const std::string text = content(folder / "b");
  const std::size_t at = text.find("\nQ2C ");
  INFO(text.substr(0, 2000));
  REQUIRE(at != std::string::npos);
  double least = 0, mean = 0;
  REQUIRE(std::sscanf(text.c_str() + at, "\nQ2C %lf %lf", &least, &mean) == 2);
  const Json job = Json::parse(content(folder / "j"))["jobs"][0];
  const double reads = job["read"]["total_ios"], writes = job["write"]["total_ios"];
  const double both = (reads * job["read"]["lat_ns"]["mean"].get<double>() +
                       writes * job["write"]["lat_ns"]["mean"].get<double>()) /
                      (reads + writes) / 1e9;
  // The driver sees a completion before the worker does: by its wake-up, and by requests reaped before it.
  REQUIRE(mean == Approx(both).epsilon(0.15));
}

}  // namespace
}  // namespace rainier::tool
