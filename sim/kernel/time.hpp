#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace rainier {

/// Simulated time or a span of it: a whole number of picoseconds, up to 106 days.
class Time {
 public:
  constexpr Time() = default;
  constexpr explicit Time(std::int64_t picoseconds) : ps_(picoseconds) {}
  static constexpr Time max() { return Time(std::numeric_limits<std::int64_t>::max()); }

  constexpr std::int64_t ps() const { return ps_; }
  /// Nanoseconds, rounded down: the resolution of fio's histograms.
  constexpr std::int64_t ns() const { return ps_ / 1'000; }
  constexpr double us() const { return static_cast<double>(ps_) * 1e-6; }
  constexpr double seconds() const { return static_cast<double>(ps_) * 1e-12; }

  constexpr auto operator<=>(const Time&) const = default;
  constexpr Time& operator+=(Time o) { ps_ += o.ps_; return *this; }
  constexpr Time& operator-=(Time o) { ps_ -= o.ps_; return *this; }
  friend constexpr Time operator+(Time a, Time b) { return Time(a.ps_ + b.ps_); }
  friend constexpr Time operator-(Time a, Time b) { return Time(a.ps_ - b.ps_); }
  friend constexpr Time operator*(Time a, std::int64_t n) { return Time(a.ps_ * n); }
  friend constexpr Time operator*(std::int64_t n, Time a) { return a * n; }
  friend constexpr Time operator/(Time a, std::int64_t n) { return Time(a.ps_ / n); }
  friend constexpr std::int64_t operator/(Time a, Time b) { return a.ps_ / b.ps_; }

 private:
  std::int64_t ps_ = 0;
};

namespace literals {
constexpr Time operator""_ps(unsigned long long n) { return Time(static_cast<std::int64_t>(n)); }
constexpr Time operator""_ns(unsigned long long n) { return Time(static_cast<std::int64_t>(n) * 1'000); }
constexpr Time operator""_us(unsigned long long n) { return Time(static_cast<std::int64_t>(n) * 1'000'000); }
constexpr Time operator""_ms(unsigned long long n) { return Time(static_cast<std::int64_t>(n) * 1'000'000'000); }
constexpr Time operator""_s(unsigned long long n) { return Time(static_cast<std::int64_t>(n) * 1'000'000'000'000); }
}  // namespace literals

}  // namespace rainier
