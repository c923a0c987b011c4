#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier::tool;
using rainier::host::ScratchFolder;

namespace {

const std::string worn =
    "run --drive generic-8x4 --scale 1/32 --precondition seq:128KiB:1 --rw randread --bs 4k --iodepth 16 "
    "--number_ios 2000 --norandommap --continue_on_error=all --set reliability.errors=drawn "
    "--set reliability.rated_rber=6e-4 --set reliability.age.cycles=100000 --set nand.rated_cycles=100000 ";

}  // namespace

TEST_CASE("a run of a worn drive says what its reads went through, in words and in JSON") {
  const ScratchFolder folder;
  const Ran words = shell(folder, worn + "--set reliability.age.years=0.1");
  CHECK(words.status == 0);
  CHECK_THAT(words.out, Catch::Contains("needed other thresholds") && Catch::Contains("failed every step"));
  const Ran ran = shell(folder, worn + "--set reliability.age.years=0.1 --json -");
  const auto errors = nlohmann::json::parse(ran.out)["rainier"]["errors"];
  CHECK(errors["reads"] >= 2000);
  CHECK(errors["codewords"] >= 2000);
  CHECK(errors["failed_first_reads"] > 100);
  CHECK(errors["retries"] >= errors["failed_first_reads"]);
  const auto sum = [&](const char* key) {
    std::uint64_t all = 0;
    for (const auto& count : errors[key]) all += count.get<std::uint64_t>();
    return all;
  };
  const std::uint64_t failed = errors["failed_first_reads"], exhausted = errors["failed_all_steps"];
  CHECK(sum("reads_by_errors_of_worst_codeword") + failed == errors["reads"]);
  CHECK(sum("corrected_by_step") + exhausted == failed);
}

TEST_CASE("a drive that begins worn shows it in its wear") {
  const ScratchFolder folder;
  const Ran ran = shell(folder, worn + "--json -");
  CHECK(nlohmann::json::parse(ran.out)["rainier"]["wear"]["min"] >= 100'000);
}

TEST_CASE("laws of errors that say too little are one line") {
  const ScratchFolder folder;
  const auto refuses = [&](const std::string& arguments, const std::string& why) {
    const Ran ran = shell(folder, worn + arguments);
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err, Catch::Contains(why));
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  };
  refuses("--set reliability.law=table", "law: table needs two entries at least");
  refuses(
      "--set reliability.law=table --set reliability.table_cycles=[0,5] --set reliability.table_rber=[1e-5]",
      "table_cycles and table_rber must be as many as each other");
  refuses(
      "--set reliability.law=table --set reliability.table_cycles=[5,0] --set "
      "reliability.table_rber=[1e-5,1e-4]",
      "table_cycles must rise");
  refuses("--set reliability.law=exponential --set reliability.fresh_rber=0", "needs a fresh_rber above 0");
}
