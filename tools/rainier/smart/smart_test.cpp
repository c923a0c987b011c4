#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier::tool;
using rainier::host::ScratchFolder;
using Json = nlohmann::ordered_json;

namespace {

const std::string faulty = small_drive +
                           "--set ftl.reserve=10% --set ftl.parity=7 --set capacity=512MiB "
                           "--fault die:3.2@1ms --fault program:any@1e-3/op ";
const std::string writes = "--rw=randrw --bs=4k --iodepth=16 --number_ios=4000 --norandommap ";

Json smart_of(const ScratchFolder& folder, const std::string& arguments) {
  const Ran ran = shell(folder, "smart " + arguments + " --json -");
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

int raw(const Json& smart, int id) {
  for (const Json& a : smart["ata_smart_attributes"]["table"])
    if (a["id"] == id) return a["raw"]["value"].get<int>();
  return -1;
}

void refuses(const std::string& arguments, const std::string& line) {
  const ScratchFolder folder;
  std::ofstream(folder / "other.json") << "{\"jobs\": []}";
  std::ofstream(folder / "broken.json") << "{\"rainier\": {\"smart\": {}}}";
  std::ofstream(folder / "text.json") << "not JSON";
  const Ran ran = shell(folder, "smart " + arguments);
  CHECK(ran.err == "rainier: smart: " + line + "\n");
  CHECK(ran.out.empty());
  CHECK(ran.status == 2);
}

}  // namespace

TEST_CASE("a result holds the drive's health, and smart prints it") {
  const ScratchFolder folder;
  REQUIRE(
      shell(folder, "run " + faulty + writes + "--precondition seq:128KiB:1 --json r.json --quiet").status ==
      0);
  const Json smart = smart_of(folder, "r.json"), result = Json::parse(content(folder / "r.json"));
  CHECK(smart == result["rainier"]["smart"]);
  CHECK(smart == smart_of(folder, faulty + writes + "--precondition seq:128KiB:1 --quiet"));
  CHECK(raw(smart, 171) == result["rainier"]["data"]["program_failures"]);
  CHECK(raw(smart, 210) == result["rainier"]["data"]["units_reconstructed"]);
  CHECK(raw(smart, 210) > 0);
  CHECK(smart["temperature"]["current"] ==
        std::lround(result["rainier"]["temperature"]["controller"].get<double>()));
  const std::string text = shell(folder, "smart r.json --log").out;
  CHECK_THAT(text, Catch::StartsWith("Generic 8x4, serial SIM"));
  CHECK_THAT(text, Catch::Contains("RAIN_Success_Recovered"));
  CHECK_THAT(text, Catch::Contains("\n    0.001000  fault: die:3.2@1ms\n"));
}

TEST_CASE("a drive that was only preconditioned, or worn by the bulk tier, has its health too") {
  const ScratchFolder folder;
  const Json smart = smart_of(folder, small_drive + "--precondition seq:128KiB:2");
  CHECK(raw(smart, 246) == 2 * 768 * 2048);
  CHECK(smart["smart_status"]["passed"] == true);
  REQUIRE(shell(folder, "endurance p320h-700 --scale 1/128 --until 100TB --quiet --json e.json").status == 0);
  const Json worn = smart_of(folder, "e.json"), result = Json::parse(content(folder / "e.json"));
  CHECK(raw(worn, 202) == static_cast<int>(std::min(result["percent_of_life"].get<double>(), 100.0)));
  CHECK(raw(worn, 246) == -1);  // a P320h does not say what was written
}

TEST_CASE("smartctl reads the drive's sectors and says the same") {
  if (std::system("command -v smartctl >/dev/null") != 0) return;
  const ScratchFolder folder;
  for (const std::string more : {"", "--set thermal.throttles=true --set thermal.ambient=90C "}) {
    const Json ours = smart_of(folder, faulty + more + "--precondition seq:128KiB:1 --quiet");
    std::ofstream(folder / "r.json") << Json{{"smart", ours}};
    std::string names;
    for (const Json& a : ours["ata_smart_attributes"]["table"])
      if (a["id"] != 194) names += " -v " + a["id"].dump() + ",raw48," + a["name"].get<std::string>();
    const std::string pipe = "cd '" + (folder / "").string() +
                             "' && " RAINIER_TOOL " smart r.json --ataioctl | smartctl -i -H -A -j" + names +
                             " - >theirs.json 2>err";
    static_cast<void>(std::system(pipe.c_str()));
    const Json theirs = Json::parse(content(folder / "theirs.json"));
    for (const char* key : {"model_name", "serial_number", "firmware_version", "user_capacity",
                            "logical_block_size", "physical_block_size", "rotation_rate", "smart_support",
                            "smart_status", "ata_smart_attributes", "power_on_time", "power_cycle_count"}) {
      INFO(key);
      CHECK(theirs.at(key) == ours.at(key));
    }
    CHECK(theirs["temperature"]["current"] == ours["temperature"]["current"]);
    CHECK(theirs["smart_status"]["passed"] == more.empty());
  }
}

TEST_CASE("an attribute that there is none of is one line with the nearest") {
  const ScratchFolder folder;
  const Ran ran = shell(folder, "smart " + small_drive + "--set health.unreported=life_usd");
  CHECK_THAT(ran.err, Catch::Contains("health: unreported: no SMART attribute \"life_usd\"; did you mean "
                                      "\"life_used\"? (there are raw_read_errors, "));
  CHECK(ran.status == 2);
}

TEST_CASE("what holds no health data is one line") {
  const std::string expected = ": expected what rainier run, replay or endurance writes with --json";
  refuses("other.json", "no SMART data in \"other.json\"" + expected);
  refuses("broken.json", "no SMART data in \"broken.json\"" + expected);
  refuses("text.json", "no SMART data in \"text.json\"" + expected);
  refuses("none.json", "no such file: \"none.json\"");
  refuses("", "give a result (of rainier run --json FILE), or --drive NAME and jobs");
  refuses("other.json --scale 1/2", "give a result (of rainier run --json FILE), or --drive NAME and jobs");
  refuses("other.json --rw=read", "give a result (of rainier run --json FILE), or --drive NAME and jobs");
  refuses("other.json --ataioctl --log", "--ataioctl excludes --log");
}
