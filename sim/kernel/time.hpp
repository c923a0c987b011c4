#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

#include "sim/kernel/invariant.hpp"

namespace rainier {

/// Simulated time or a span of it: a whole number of picoseconds, up to 106 days.
/// Arithmetic that leaves that range ends the process: it never wraps.
class Time {
 public:
  constexpr Time() = default;
  constexpr explicit Time(std::int64_t picoseconds) : ps_(picoseconds) {}
  static constexpr Time max() { return Time(std::numeric_limits<std::int64_t>::max()); }
  /// For quantities that are computed or configured as real numbers: rounded to the nearest picosecond.
  static Time nearest(double picoseconds) {
    invariant(std::abs(picoseconds) < 0x1p63, "a time is beyond 106 days or not a number");
    return Time(std::llround(picoseconds));
  }
  static Time from_seconds(double seconds) { return nearest(seconds * 1e12); }

  constexpr std::int64_t ps() const { return ps_; }
  /// Nanoseconds, rounded down: the resolution of fio's histograms.
  constexpr std::int64_t ns() const { return ps_ / 1'000; }
  constexpr double us() const { return static_cast<double>(ps_) / 1e6; }
  constexpr double seconds() const { return static_cast<double>(ps_) / 1e12; }

  constexpr auto operator<=>(const Time&) const = default;
  constexpr Time& operator+=(Time o) { return *this = *this + o; }
  constexpr Time& operator-=(Time o) { return *this = *this - o; }
  friend constexpr Time operator+(Time a, Time b) {
    std::int64_t sum = 0;
    invariant(!__builtin_add_overflow(a.ps_, b.ps_, &sum), "a sum of times is beyond 106 days");
    return Time(sum);
  }
  friend constexpr Time operator-(Time a, Time b) {
    std::int64_t difference = 0;
    invariant(!__builtin_sub_overflow(a.ps_, b.ps_, &difference), "a difference of times is beyond 106 days");
    return Time(difference);
  }
  friend constexpr Time operator*(Time a, std::int64_t n) {
    std::int64_t product = 0;
    invariant(!__builtin_mul_overflow(a.ps_, n, &product), "a product of a time is beyond 106 days");
    return Time(product);
  }
  friend constexpr Time operator*(std::int64_t n, Time a) { return a * n; }
  friend constexpr Time operator/(Time a, std::int64_t n) { return Time(a.ps_ / n); }
  friend constexpr std::int64_t operator/(Time a, Time b) { return a.ps_ / b.ps_; }

 private:
  std::int64_t ps_ = 0;
};

namespace literals {
constexpr Time operator""_ps(unsigned long long n) { return Time(static_cast<std::int64_t>(n)); }
constexpr Time operator""_ns(unsigned long long n) { return operator""_ps(n)*1'000; }
constexpr Time operator""_us(unsigned long long n) { return operator""_ns(n)*1'000; }
constexpr Time operator""_ms(unsigned long long n) { return operator""_us(n)*1'000; }
constexpr Time operator""_s(unsigned long long n) { return operator""_ms(n)*1'000; }
}  // namespace literals

}  // namespace rainier
