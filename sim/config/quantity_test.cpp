#include "sim/config/quantity.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

using namespace rainier;
using namespace rainier::config;
using namespace rainier::literals;

namespace {

template <class F>
std::string why_not(F parse, std::string_view text) {
  try {
    parse(text);
  } catch (const BadQuantity& e) {
    return e.what() + (e.suggestion ? " -> " + *e.suggestion : std::string());
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a time is read in any of its units, with or without a blank") {
  CHECK(parse_time("25us") == 25_us);
  CHECK(parse_time("25 us") == 25_us);
  CHECK(parse_time("2.5us") == 2500_ns);
  CHECK(parse_time(".5ns") == 500_ps);
  CHECK(parse_time("1500ps") == 1500_ps);
  CHECK(parse_time("1.5e-3 s") == 1500_us);
  CHECK(parse_time("2min") == 120_s);
  CHECK(parse_time("1.5h") == 5400_s);
  CHECK(parse_time("-3ms") == Time() - 3_ms);
  CHECK(parse_time("0s") == Time());
}

TEST_CASE("a time is rounded to the nearest picosecond") {
  CHECK(parse_time("0.4ps") == 0_ps);
  CHECK(parse_time("0.5ps") == 1_ps);
  CHECK(parse_time("1.4996ns") == 1500_ps);
  CHECK(parse_time("6.0241ns") == 6024_ps);
  CHECK(parse_time("1e-300s") == 0_ps);
}

TEST_CASE("a time holds 106 days and not more") {
  CHECK(parse_time("9223372036854775807ps") == Time::max());
  CHECK(parse_time("9223372.036854775807s") == Time::max());
  CHECK(why_not(parse_time, "9223372036854775808ps") == "too large");
  CHECK(why_not(parse_time, "2563h") == "too large");
  CHECK(why_not(parse_time, "1e30s") == "too large");
  CHECK(why_not(parse_time, "1e999999999999s") == "too large");
  CHECK(why_not(parse_time, "1.000000000000000000001s") == "more than 20 digits");
}

TEST_CASE("a time without its unit, or with another, is refused") {
  CHECK(why_not(parse_time, "25") == "without a unit");
  CHECK(why_not(parse_time, "25u") == "with an unknown unit");
  CHECK(why_not(parse_time, "25MiB") == "with an unknown unit");
  CHECK(why_not(parse_time, "25 US") == "with an unknown unit -> 25 us");
  CHECK(why_not(parse_time, "25us extra") == "with an unknown unit");
  CHECK(why_not(parse_time, "us") == "not a number");
  CHECK(why_not(parse_time, "") == "not a number");
  CHECK(why_not(parse_time, "-") == "not a number");
  CHECK(why_not(parse_time, ".s") == "not a number");
  CHECK(why_not(parse_time, "1.2.3s") == "with an unknown unit");
}

TEST_CASE("bytes are binary with an i and decimal without") {
  CHECK(parse_bytes("512B") == 512);
  CHECK(parse_bytes("4KiB") == 4096);
  CHECK(parse_bytes("4kB") == 4000);
  CHECK(parse_bytes("4KB") == 4000);
  CHECK(parse_bytes("0.5KiB") == 512);
  CHECK(parse_bytes("64 MiB") == 64u << 20);
  CHECK(parse_bytes("700GB") == 700'000'000'000);
  CHECK(parse_bytes("1.5TB") == 1'500'000'000'000);
  CHECK(parse_bytes("16TiB") == std::uint64_t{1} << 44);
  CHECK(parse_bytes("18446744073709551615B") == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("bytes that are broken, negative, too many or without a unit are refused") {
  CHECK(why_not(parse_bytes, "0.3B") == "not a whole number of bytes");
  CHECK(why_not(parse_bytes, "-1KiB") == "negative");
  CHECK(why_not(parse_bytes, "18446744073709551616B") == "too large");
  CHECK(why_not(parse_bytes, "17000000TiB") == "too large");
  CHECK(why_not(parse_bytes, "4096") == "without a unit");
  CHECK(why_not(parse_bytes, "4K") == "with an unknown unit");
  CHECK(why_not(parse_bytes, "4mib") == "with an unknown unit -> 4MiB");
}

TEST_CASE("transfer rates and frequencies are whole numbers per second") {
  CHECK(parse_transfer_rate("166MT/s") == 166'000'000);
  CHECK(parse_transfer_rate("2.5 GT/s") == 2'500'000'000);
  CHECK(why_not(parse_transfer_rate, "166MHz") == "with an unknown unit");
  CHECK(why_not(parse_transfer_rate, "0.5T/s") == "not a whole number of transfers");
  CHECK(parse_hertz("333.25MHz") == 333'250'000);
  CHECK(why_not(parse_hertz, "333") == "without a unit");
}

TEST_CASE("a ratio is a plain number, a percentage or a fraction") {
  CHECK(parse_ratio("0.07") == 0.07);
  CHECK(parse_ratio("7%") == 0.07);
  CHECK(parse_ratio("7 %") == 0.07);
  CHECK(parse_ratio("37.4%") == 0.374);
  CHECK(parse_ratio("1/16") == 0.0625);
  CHECK(parse_ratio("244 / 1024") == 0.23828125);
  CHECK(parse_ratio("1") == 1.0);
  CHECK(why_not(parse_ratio, "1/0") == "divided by zero");
  CHECK(why_not(parse_ratio, "1/") == "not a number");
  CHECK(why_not(parse_ratio, "1/16%") == "not a fraction");
  CHECK(why_not(parse_ratio, "7us") == "with an unknown unit");
  CHECK(why_not(parse_ratio, "1e308/1e-308") == "beyond what a double can hold");
}

TEST_CASE("power, energy and temperature are rounded once, from the decimal text") {
  CHECK(parse_watts("25W") == 25.0);
  CHECK(parse_watts("500mW") == 0.5);
  CHECK(parse_joules("45uJ") == 45e-6);
  CHECK(parse_joules("1.3nJ") == 1.3e-9);
  CHECK(parse_joules("0.7 pJ") == 0.7e-12);
  CHECK(parse_celsius("-40C") == -40.0);
  CHECK(why_not(parse_watts, "25") == "without a unit");
  CHECK(why_not(parse_joules, "25W") == "with an unknown unit");
  CHECK(why_not(parse_watts, "1e999W") == "beyond what a double can hold");
}

TEST_CASE("a plain number is finite and has no unit") {
  CHECK(parse_number("-1.5e3") == -1500.0);
  CHECK(why_not(parse_number, "nan") == "not a number");
  CHECK(why_not(parse_number, "inf") == "not a number");
  CHECK(why_not(parse_number, "1e400") == "beyond what a double can hold");
  CHECK(why_not(parse_number, "5%") == "not a plain number");
  CHECK(why_not(parse_number, "0x10") == "not a plain number");
}

TEST_CASE("an integer is its digits and never rounded") {
  CHECK(parse_unsigned("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
  CHECK(parse_unsigned("9007199254740993") == 9007199254740993);  // 2^53 + 1 is no double
  CHECK(parse_signed("-9007199254740993") == -9007199254740993);
  CHECK(why_not(parse_unsigned, "18446744073709551616") == "too large");
  CHECK(parse_signed("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(why_not(parse_signed, "9223372036854775808") == "too large");
  CHECK(why_not(parse_unsigned, "-1") == "negative");
  for (const char* text : {"", "-", "1.0", "1e3", "0x10", "1_000", "1,000", " 1", "+1", "ten", "12 "})
    CHECK(why_not(parse_unsigned, text) == "not a whole number in plain digits");
  CHECK(why_not(parse_unsigned, "010") == "with a leading zero");
}

TEST_CASE("a boolean is true or false, and what YAML 1.1 called one is suggested") {
  CHECK(parse_boolean("true"));
  CHECK_FALSE(parse_boolean("false"));
  CHECK(why_not(parse_boolean, "yes") == "not a boolean -> true");
  CHECK(why_not(parse_boolean, "off") == "not a boolean -> false");
  CHECK(why_not(parse_boolean, "maybe") == "not a boolean");
}

TEST_CASE("quantities are written in the unit a reader would choose") {
  CHECK(format_time(25_us) == "25us");
  CHECK(format_time(1500_ns) == "1.5us");
  CHECK(format_time(6024_ps) == "6.024ns");
  CHECK(format_time(120_s) == "120s");
  CHECK(format_time(Time()) == "0s");
  CHECK(format_time(Time() - 3_ms) == "-3ms");
  CHECK(format_bytes(0) == "0B");
  CHECK(format_bytes(4096) == "4KiB");
  CHECK(format_bytes(4000) == "4kB");
  CHECK(format_bytes(700'000'000'000) == "700GB");
  CHECK(format_bytes(std::uint64_t{1} << 40) == "1TiB");
  CHECK(format_bytes(4099) == "4099B");
  CHECK(format_transfer_rate(166'000'000) == "166MT/s");
  CHECK(format_hertz(333'250'000) == "333.25MHz");
  CHECK(format_watts(0.5) == "500mW");
  CHECK(format_joules(45e-6) == "45uJ");
  CHECK(format_joules(0) == "0J");
  CHECK(format_celsius(-40) == "-40C");
  CHECK(format_number(0.1) == "0.1");
  CHECK(format_number(1e-30) == "1e-30");
}

TEST_CASE("what is written reads back as exactly the same value") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 5'000; ++i) {
    const std::uint64_t bits = random() >> (random() % 64);
    const Time time(static_cast<std::int64_t>(bits >> 1) * (i % 2 ? 1 : -1));
    REQUIRE(parse_time(format_time(time)) == time);
    REQUIRE(parse_bytes(format_bytes(bits)) == bits);
    REQUIRE(parse_transfer_rate(format_transfer_rate(bits)) == bits);
    const double real = std::ldexp(static_cast<double>(bits), static_cast<int>(random() % 120) - 90);
    REQUIRE(parse_number(format_number(real)) == real);
    REQUIRE(parse_joules(format_joules(real)) == real);
    REQUIRE(parse_watts(format_watts(-real)) == -real);
    REQUIRE(parse_ratio(format_number(real)) == real);
  }
}
