#include "models/host/fio/units.hpp"

#include <catch2/catch.hpp>

#include "models/host/fio/job_error.hpp"

using namespace rainier;
using namespace rainier::fio;
using namespace rainier::literals;

TEST_CASE("With kb_base=1024 k is 1024 and kib is 1000; with kb_base=1000 the inverse") {
  CHECK(read_number("4k", KbBase::binary) == 4096);
  CHECK(read_number("4KiB", KbBase::binary) == 4000);
  CHECK(read_number("4k", KbBase::decimal) == 4000);
  CHECK(read_number("4KiB", KbBase::decimal) == 4096);
  CHECK(read_number("1tib", KbBase::binary) == 1'000'000'000'000);
  CHECK(read_number("1t", KbBase::binary) == std::uint64_t{1} << 40);
}

TEST_CASE("A number with a tail that fio would drop in silence is refused") {
  const std::string text = GENERATE("1.5g", "4x", "4e", "4kk", "4k8", "4 k", "0x10k", "k", "", "-1", "- 1",
                                    "++4", "4%", "0x", "4kibb", "(4*1024)");
  CAPTURE(text);
  CHECK_THROWS_AS(read_number(text, KbBase::binary), ValueError);
}

TEST_CASE("A number beyond 64 bits is refused, not wrapped") {
  CHECK(read_number("18446744073709551615", KbBase::binary) == 18446744073709551615U);
  CHECK_THROWS_AS(read_number("18446744073709551616", KbBase::binary), ValueError);
  CHECK(read_number("16383p", KbBase::binary) == 16383ULL << 50);
  CHECK_THROWS_AS(read_number("16384p", KbBase::binary), ValueError);
  CHECK_THROWS_AS(read_number("0xfffffffffffffffff", KbBase::binary), ValueError);
}

TEST_CASE("A bare time counts the option's own unit, and a unit overrides it") {
  CHECK(read_time("5", 1_s) == 5_s);
  CHECK(read_time("5", 1_us) == 5_us);
  CHECK(read_time("5ms", 1_us) == 5_ms);
  CHECK(read_time("2m", 1_us) == 120_s);
  CHECK(read_time("1H", 1_s) == 3600_s);
  CHECK(read_time("1d", 1_s) == 86400_s);
}

TEST_CASE("Times that fio misreads and times beyond 106 days are refused") {
  const std::string text =
      GENERATE("1min", "1hour", "1sec", "1m30s", "1.5", "-1", "", "s", "107d", "99999999999d");
  CAPTURE(text);
  CHECK_THROWS_AS(read_time(text, 1_s), ValueError);
}

TEST_CASE("Fractions, percentages and booleans take nothing else") {
  CHECK(read_fraction("99.99") == 99.99);
  CHECK_THROWS_AS(read_fraction("1e999"), ValueError);
  CHECK_THROWS_AS(read_fraction("nan"), ValueError);
  CHECK_THROWS_AS(read_fraction("1,5"), ValueError);
  CHECK(read_percent("100") == 100);
  CHECK_THROWS_AS(read_percent("101"), ValueError);
  CHECK((read_bool("1") && !read_bool("0")));
  CHECK_THROWS_AS(read_bool("yes"), ValueError);
}
