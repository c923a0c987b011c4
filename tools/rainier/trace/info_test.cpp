#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::json;

/// Two volumes: 300 reads of 8 KiB in sequence on a, 100 writes of 512 B all over b, a millisecond apart.
std::string trace_text() {
  std::string text = "time_ns,volume,op,offset,length\n";
  for (int i = 0; i < 400; ++i) {
    const bool read = i % 4 != 3;
    const int number = read ? i / 4 * 3 + i % 4 : i / 4;
    text += std::to_string(1'000'000 * i) + (read ? ",a,read," : ",b,write,") +
            std::to_string(read ? 8192 * number : 65536 * (number * 7 % 100)) + (read ? ",8192\n" : ",512\n");
  }
  return text;
}

struct Traced {
  Traced() { std::ofstream(folder / "t.csv", std::ios::binary) << trace_text(); }
  Json info(const std::string& file) const {
    const Ran ran = shell(folder, "trace info " + file + " --json -");
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    return Json::parse(ran.out);
  }
  host::ScratchFolder folder;
};

bool is_there(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

TEST_CASE("trace info says what is in a trace, for the eye and for programs") {
  const Traced traced;
  const Json info = traced.info("t.csv");
  REQUIRE(info["amounts"]["read"]["requests"] == 300);
  REQUIRE(info["amounts"]["write"]["bytes"] == 51'200);
  REQUIRE(info["seconds"] == Approx(0.399));
  REQUIRE(info["sequential"]["requests"] == 299);
  REQUIRE(info["gaps_ns"]["mean"] == Approx(1e6));
  REQUIRE(info["unaligned"]["blocks_4k"] == 100);
  REQUIRE(info["volumes"].size() == 2);
  REQUIRE(info["volumes"][0]["name"] == "a");
  REQUIRE(info["volumes"][0]["end"] == 300 * 8192);
  REQUIRE(info["footprint_bytes"]["all"] == Approx((600 + 100) * 4096).epsilon(0.02));
  const Ran ran = shell(traced.folder, "trace info t.csv");
  REQUIRE(ran.status == 0);
  REQUIRE(ran.out.find("trace: t.csv: Rainier CSV (csv, detected)\n") == 0);
  REQUIRE(ran.out.find("sequential  74.8 % of requests") != std::string::npos);
}

TEST_CASE("a trace converted into each format holds the same requests") {
  const Traced traced;
  const Json before = traced.info("t.csv");
  for (const char* format : {"csv", "iolog", "mqsim", "blktrace"}) {
    INFO(format);
    const Ran ran = shell(traced.folder, std::string("trace convert t.csv t.out --to ") + format);
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    const Json after = traced.info("t.out");
    REQUIRE(after["format"] == format);
    for (const char* key : {"amounts", "sequential", "seconds", "gaps_ns", "unaligned"})
      REQUIRE(after[key] == before[key]);
    REQUIRE(after["volumes"].size() == 2);
  }
  REQUIRE(shell(traced.folder, "trace convert t.csv - --to csv").out == trace_text());
}

TEST_CASE("fio replays the iolog that was written, request by request") {
  if (!is_there("fio")) {
    WARN("fio is not installed: not tested");
    return;
  }
  const Traced traced;
  REQUIRE(shell(traced.folder, "trace convert t.csv t.iolog --to iolog --volume a").status == 0);
  const std::string command = "cd '" + (traced.folder / "").string() +
                              "' && fio --name=r --ioengine=null --read_iolog=t.iolog --replay_no_stall=1 "
                              "--output-format=json --output=f.json >/dev/null 2>&1";
  REQUIRE(std::system(command.c_str()) == 0);
  const Json fio = Json::parse(content(traced.folder / "f.json"));
  REQUIRE(fio["jobs"][0]["read"]["total_ios"] == 300);
  REQUIRE(fio["jobs"][0]["read"]["io_bytes"] == 300 * 8192);
}

TEST_CASE("blkparse reads the blktrace that was written, event by event") {
  if (!is_there("blkparse")) {
    WARN("blktrace is not installed: not tested");
    return;
  }
  const Traced traced;
  REQUIRE(shell(traced.folder, "trace convert t.csv x.blktrace.0 --to blktrace --volume b").status == 0);
  const std::string in = "cd '" + (traced.folder / "").string() + "' && ";
  REQUIRE(std::system((in + "blkparse -i x -o x.txt >/dev/null 2>&1").c_str()) == 0);
  const std::string text = content(traced.folder / "x.txt");
  REQUIRE(text.find("Writes Queued:         100,       50KiB") != std::string::npos);
  REQUIRE(text.find("[rainier]") != std::string::npos);
  // And what blkparse printed is a trace as well, in which the summary is passed over.
  const Json info = traced.info("x.txt");
  REQUIRE(info["format"] == "blkparse");
  REQUIRE(info["amounts"]["write"]["requests"] == 100);
}

TEST_CASE("a picture is drawn") {
  const Traced traced;
  const Ran ran = shell(traced.folder, "trace info t.csv --quiet --picture t.svg");
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  REQUIRE(content(traced.folder / "t.svg").find("</svg>") != std::string::npos);
}

TEST_CASE("what trace can't do is one line, and a conversion that fails leaves no file") {
  const Traced traced;
  const auto said = [&](const std::string& arguments) {
    const Ran ran = shell(traced.folder, "trace" + arguments);
    REQUIRE(ran.status == 2);
    REQUIRE_FALSE(std::filesystem::exists(traced.folder / "x"));
    return ran.err;
  };
  REQUIRE(said("") == "rainier: trace: give info, convert or formats (rainier trace --help says more)\n");
  REQUIRE(said(" inof") == "rainier: unexpected argument \"inof\"; did you mean \"info\"?\n");
  REQUIRE(said(" info none") == "rainier: none: can't read it: No such file or directory\n");
  REQUIRE(said(" convert t.csv x --to blktrac") ==
          "rainier: --to: expected one of csv, iolog, mqsim, blktrace (got \"blktrac\"); did you mean "
          "\"blktrace\"?\n");
  std::ofstream(traced.folder / "bad.csv") << trace_text() << "400000000,a,read,1,2,3\n";
  REQUIRE(said(" convert bad.csv x --to mqsim") ==
          "rainier: bad.csv:402: column 6: expected the line's end, not \"3\" (format csv: "
          "time_ns,volume,op,offset,length)\n");
  std::ofstream(traced.folder / "odd.csv") << trace_text() << "400000000,a,read,1,2\n";
  REQUIRE(
      said(" convert odd.csv x --to mqsim") ==
      "rainier: odd.csv:402: 2 bytes at 1 are not whole sectors of 512 bytes: say with --unaligned expand or "
      "drop what becomes of such\n");
}

}  // namespace
}  // namespace rainier::tool
