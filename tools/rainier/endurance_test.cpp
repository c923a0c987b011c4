#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier::tool;
using rainier::host::ScratchFolder;

namespace {

/// Worn in an instant: 256 MiB raw, 200 cycles, 16 dies a superblock.
const std::string worn_drive =
    "endurance generic-8x4 --set nand.blocks_per_plane=32 --set nand.pages_per_block=32 "
    "--set capacity=160MiB --set nand.rated_cycles=200 --set ftl.frontier=2 ";

nlohmann::json result_of(const ScratchFolder& folder, const std::string& arguments) {
  const Ran ran = shell(folder, worn_drive + arguments + " --json -");
  REQUIRE(ran.err == "");
  REQUIRE(ran.status == 0);
  return nlohmann::json::parse(ran.out);
}

}  // namespace

TEST_CASE("endurance writes a drive to its rated cycles and says what the host wrote") {
  const ScratchFolder folder;
  const auto r = result_of(folder, "--workload sequential");
  CHECK(r["reached_end_of_life"] == true);
  CHECK(r["write_amplification"]["gc"] == 1.0);
  CHECK(r["cycles"]["mean"].get<double>() == Approx(200).epsilon(0.02));
  CHECK(r["host_bytes_to_end_of_life"].get<double>() ==
        Approx(200.0 * 2 * 32 * 32 * 32 * 4096).epsilon(0.03));
  CHECK(r["host_tb_per_percent_of_life"].get<double>() * 100 * 1e12 ==
        Approx(200.0 * 2 * 32 * 32 * 32 * 4096).epsilon(0.03));
}

TEST_CASE("endurance stops at the bytes it is told, and gives the same file for the same seed") {
  const ScratchFolder folder;
  const auto r = result_of(folder, "--until 1GB --block 4KiB");
  CHECK(r["host_bytes"].get<double>() == Approx(1e9).epsilon(1e-3));
  CHECK(r["reached_end_of_life"] == false);
  CHECK(shell(folder, worn_drive + "--until 1GB --seed 3 --json a --quiet").status == 0);
  CHECK(shell(folder, worn_drive + "--until 1GB --seed 3 --json b --quiet").status == 0);
  CHECK(content(folder / "a") == content(folder / "b"));
  const std::string table = content(folder / "out");
  for (const char* word : {"write amplification", "P/E cycles", "life used", "lost sectors"})
    CHECK(table.find(word) != std::string::npos);
}

TEST_CASE("endurance says at which cycles, age and heat a bound on lost sectors breaks") {
  const ScratchFolder folder;
  const auto r = result_of(folder, "--until 1GB --set reliability.rated_rber=2e-5");
  REQUIRE(r["limits"].size() == 3);
  for (const auto& limit : r["limits"]) {
    CHECK(limit["cycles"] > 200);
    CHECK(limit["years_kept_with_further_reads"] > limit["years_kept_at_rated_cycles"]);
  }
  CHECK(r["limits"][0]["cycles"] > r["limits"][2]["cycles"]);
  // What the first of them says is so.
  const std::string cycles = std::to_string(r["limits"][0]["cycles"].get<double>());
  const auto worn =
      result_of(folder, "--until 1MB --set reliability.rated_rber=2e-5 --set reliability.age.cycles=" +
                            cycles.substr(0, cycles.find('.')));
  CHECK(worn["uncorrectable_bit_error_rate"].get<double>() == Approx(1e-15).epsilon(0.2));
}

TEST_CASE("what endurance cannot do is one line") {
  const ScratchFolder folder;
  const auto refuses = [&](const std::string& arguments, const std::string& why) {
    const Ran ran = shell(folder, worn_drive + arguments);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK_THAT(ran.err, Catch::StartsWith("rainier: ") && Catch::Contains(why));
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  };
  refuses("--workload radnom", "--workload: expected random, sequential or jesd219 (got \"radnom\")");
  refuses("--until 50", "--until: expected a size above 0 with its unit");
  refuses("--block 1000B", "a multiple of 512 B");
  refuses("--set reliability.ecc_bits=100",
          "reliability.ecc_bits of 100 need 1300 bits beside each codeword");
}
