#include "models/host/fio/share.hpp"

#include <catch2/catch.hpp>

#include "models/host/fio/job_error.hpp"

using namespace rainier::fio;

namespace {

double percent_of(const std::vector<BlockShare>& shares, std::uint64_t bytes) {
  double sum = 0;
  for (const BlockShare& share : shares) sum += share.bytes == bytes ? share.percent : 0;
  return sum;
}

}  // namespace

TEST_CASE("Block sizes without a percentage share what is left, as in fio's manual") {
  const auto shares = read_block_shares("4k/50:1k/:32k/", KbBase::binary);
  CHECK(percent_of(shares, 4096) == 50);
  CHECK(percent_of(shares, 1024) == 25);
  CHECK(percent_of(shares, 32768) == 25);
}

TEST_CASE("A split under 100 percent gives the rest to its largest share, as fio 3.33 does") {
  // fio with bssplit=4k/60:8k/10 made 90 % 4 KiB, with 4k/10:8k/60 89 % 8 KiB requests.
  CHECK(percent_of(read_block_shares("4k/60:8k/10", KbBase::binary), 4096) == 90);
  CHECK(percent_of(read_block_shares("4k/10:8k/60", KbBase::binary), 8192) == 90);
}

TEST_CASE("A split of one size needs no percentage") {
  CHECK(percent_of(read_block_shares("16k", KbBase::binary), 16384) == 100);
}

TEST_CASE("A split over 100 percent, without a size or with a size of 0 is refused") {
  const std::string text =
      GENERATE("4k/60:8k/50", "x/100", "/100", "0/100", "4k/101", "4k/-1", "", ":", "4k/1/2", "4k/x");
  CAPTURE(text);
  CHECK_THROWS_AS(read_block_shares(text, KbBase::binary), ValueError);
}

TEST_CASE("A split has at most 64 sizes") {
  std::string text;
  for (int i = 0; i < 65; ++i) text += "4k/1:";
  CHECK_THROWS_AS(read_block_shares(text, KbBase::binary), ValueError);
}

TEST_CASE("Zones must take all accesses and no more than the range") {
  CHECK(read_zones("60/10:30/20:8/30:2/40").size() == 4);
  CHECK(read_zones("50/20:50/30").size() == 2);
  const std::string text = GENERATE("60/10:30/20", "60/10:50/90", "50/60:50/60", "100/0", "100", "x/1");
  CAPTURE(text);
  CHECK_THROWS_AS(read_zones(text), ValueError);
}

TEST_CASE("Absolute zones have sizes with units") {
  const auto zones = read_absolute_zones("60/20G:30/100G:10/500g", KbBase::binary);
  CHECK(zones.at(1).size_bytes == std::uint64_t{100} << 30);
  CHECK_THROWS_AS(read_absolute_zones("60/20g", KbBase::binary), ValueError);
}
