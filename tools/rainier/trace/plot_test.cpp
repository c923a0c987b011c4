#include <catch2/catch.hpp>

#include <tuple>

#include "tools/rainier/tool_test.hpp"

namespace rainier::tool {
namespace {

TEST_CASE("results and a series are drawn in one picture, the same bytes each time") {
  const host::ScratchFolder folder;
  for (const char* name : {"a", "b"})
    REQUIRE(shell(folder, "run " + small_drive + short_read + "--json " + name + ".json --series " + name +
                              ".csv --series-interval 1ms")
                .status == 0);
  for (const char* picture : {"x.svg", "y.svg"}) {
    const Ran ran = shell(folder, std::string("plot a.json b.json a.csv --output ") + picture);
    INFO(ran.err);
    REQUIRE(ran.status == 0);
  }
  const std::string picture = content(folder / "x.svg");
  REQUIRE(picture.find("</svg>") != std::string::npos);
  REQUIRE(picture == content(folder / "y.svg"));
}

TEST_CASE("an experiment's curves by queue depth are drawn, beside results and their dies") {
  const host::ScratchFolder folder;
  std::ofstream(folder / "e.yaml") << "title: t\nhost: linux-fio\nphases:\n  - purge: true\n"
                                      "    precondition: seq:128KiB:1\n    measure:\n      - id: q\n"
                                      "        job: [rw=randread, bs=4k, norandommap]\n"
                                      "        outstanding: [1, 8]\n        window: 10ms\n";
  const Ran ran = shell(folder, "experiment e.yaml --quick --quiet --json e.json " + small_drive);
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  REQUIRE(shell(folder, "run " + small_drive + short_read + "--json a.json").status == 0);
  for (const char* picture : {"x.svg", "y.svg"}) {
    const Ran drawn = shell(folder, std::string("plot e.json a.json e.json --output ") + picture);
    INFO(drawn.err);
    REQUIRE(drawn.status == 0);
  }
  REQUIRE(content(folder / "x.svg") == content(folder / "y.svg"));
}

TEST_CASE("what can't be drawn is said, and no picture is left") {
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "plot").err ==
          "rainier: plot: give results (JSON of a run), series (CSV) or the results.csv of a sweep\n");
  REQUIRE(shell(folder, "plot none.json").err == "rainier: plot: no such file: \"none.json\"\n");
  std::ofstream(folder / "no.json") << "{}";
  const Ran ran = shell(folder, "plot no.json --output x.svg");
  REQUIRE(ran.status == 2);
  REQUIRE(ran.err ==
          "rainier: no.json: expected the JSON of rainier run, rainier experiment or fio: it has no jobs\n");
  REQUIRE_FALSE(std::filesystem::exists(folder / "x.svg"));
  REQUIRE(shell(folder, "plot no.json --output x.bmp").err ==
          "rainier: plot --output: expected a name that ends in .svg, .png or .pdf (got \"x.bmp\")\n");
}

TEST_CASE("a file that is empty, cut short or another program's is one line, and no picture is left") {
  const host::ScratchFolder folder;
  for (const auto& [name, text, said] :
       {std::tuple{"a.json", "", "rainier: a.json: not JSON, or cut short: "},
        std::tuple{"a.json", R"({"jobs": [{"read": {"total_ios": 3)",
                   "rainier: a.json: not JSON, or cut short: "},
        std::tuple{"a.json", "\xff", "rainier: a.json: not JSON, or cut short: "},
        std::tuple{"a.json", "[1, 2]", "rainier: a.json: expected the JSON of rainier run, "},
        std::tuple{"a.json", R"({"jobs": 7})", "a job is not as they write it"},
        std::tuple{"a.json", R"({"jobs": [{"read": {"total_ios": 3}}]})",
                   "a job is not as they write it (KeyError"},
        std::tuple{"a.csv", "", "rainier: a.csv: expected the series of rainier run --series"},
        std::tuple{"a.csv", "time,power W\n1,2\n3\n", "a row is cut short\n"}}) {
    INFO(name << ": " << text);
    std::ofstream(folder / name, std::ios::binary) << text;
    const Ran ran = shell(folder, std::string("plot ") + name + " --output x.svg");
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err, Catch::Contains(said));
    CHECK_THAT(ran.err, Catch::StartsWith("rainier: "));
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "x.svg"));
  }
}

}  // namespace
}  // namespace rainier::tool
