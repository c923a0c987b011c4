#include "sim/kernel/time.hpp"

#include <catch2/catch.hpp>

#include "sim/kernel/ends_process.hpp"

using namespace rainier;
using namespace rainier::literals;

TEST_CASE("Units of time are powers of a thousand picoseconds") {
  CHECK((1_ns).ps() == 1'000);
  CHECK(1_us == 1'000_ns);
  CHECK(1_ms == 1'000_us);
  CHECK(1_s == 1'000_ms);
  CHECK((25_us).us() == Approx(25.0));
  CHECK((1500_ms).seconds() == Approx(1.5));
}

TEST_CASE("Nanoseconds are rounded down, as fio truncates them") {
  CHECK((1'999_ps).ns() == 1);
  CHECK((2'000_ps).ns() == 2);
  CHECK((999_ps).ns() == 0);
}

TEST_CASE("Computed times are rounded to the nearest picosecond") {
  CHECK(Time::nearest(2.4) == 2_ps);
  CHECK(Time::nearest(2.6) == 3_ps);
  CHECK(Time::nearest(-2.6) == Time(-3));
  // One byte at 166 MT/s takes 6024.096 ps: a simulator of whole nanoseconds is 0.4 % off here.
  CHECK(Time::from_seconds(1 / 166e6) == 6'024_ps);
}

TEST_CASE("Times cover 106 days") {
  CHECK(106 * (24 * 3600 * 1_s) < Time::max());
  CHECK(Time::max().seconds() / 86'400 == Approx(106.75).epsilon(1e-3));
}

TEST_CASE("A time that overflows ends the process and never wraps") {
  volatile std::int64_t one = 1;
  CHECK(ends_process([&] { one = (Time::max() + Time(one)).ps(); }));
  CHECK(ends_process([&] { one = (Time(-2) - Time::max()).ps(); }));
  CHECK(ends_process([&] { one = (107 * (24 * 3600 * 1_s) * one).ps(); }));
  CHECK(ends_process([&] { one = Time::from_seconds(1e7).ps(); }));
  CHECK(ends_process([&] { one = Time::nearest(std::nan("")).ps(); }));
  CHECK_FALSE(ends_process([&] { one = (Time::max() + Time(0)).ps(); }));
}

TEST_CASE("A span divided by a span is how often it fits") {
  CHECK(10_us / 3_us == 3);
  CHECK(10_us / 4 == 2'500_ns);
  CHECK(3 * 25_us == 75_us);
}
