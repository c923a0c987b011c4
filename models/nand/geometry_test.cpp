#include "models/nand/geometry.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace rainier;
using namespace rainier::literals;

TEST_CASE("half the pages of an MLC block are upper, each after the lower page it shares cells with") {
  nand::Params params;
  params.cells = nand::Cells::mlc;
  params.pages_per_block = 256;
  std::uint32_t lower = 0, upper = 0;
  for (std::uint32_t page = 0; page < params.pages_per_block; ++page) {
    params.is_upper(page) ? ++upper : ++lower;
    CHECK(upper <= lower);
  }
  CHECK(lower == 128);
  CHECK(upper == 128);
  CHECK_FALSE(params.is_upper(3));
  CHECK(params.is_upper(4));
  CHECK(params.is_upper(255));
}

TEST_CASE("the data sheet's program time is the mean of lower and upper pages") {
  nand::Params params;
  params.cells = nand::Cells::mlc;
  params.program_time = 1300_us;
  params.lower_program_time = 350_us;
  CHECK(params.lower_program_time + params.upper_program_time() == 2 * 1300_us);
  params.read_time = 75_us;
  params.lower_read_time = 50_us;
  CHECK(params.mean_read_time() == Time(62'500'000));
}

TEST_CASE("single-level pages are all alike") {
  nand::Params params;
  for (std::uint32_t page = 0; page < params.pages_per_block; ++page) CHECK_FALSE(params.is_upper(page));
  CHECK(params.mean_read_time() == params.read_time);
}

TEST_CASE("every upper page shares its cells with one lower page that was programmed before it") {
  nand::Params p;
  p.cells = nand::Cells::mlc;
  for (const std::uint32_t pages : {8u, 128u, 256u}) {
    p.pages_per_block = pages;
    std::set<std::uint32_t> lower;
    for (std::uint32_t page = 0; page < pages; ++page) {
      if (!p.is_upper(page)) continue;
      CHECK(p.lower_of(page) < page);
      CHECK_FALSE(p.is_upper(p.lower_of(page)));
      CHECK(lower.insert(p.lower_of(page)).second);
    }
    CHECK(lower.size() == pages / 2);
  }
}
