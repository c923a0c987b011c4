#pragma once

#include <cstdint>
#include <optional>

#include "sim/config/scalar.hpp"

namespace rainier::config {

/// The values a parameter may take. Bounds are in the parameter's own unit: `range(1, 256)`,
/// `range(0_ns, 1_ms)`, `range(512, 1_MiB).multiple_of(512)`, `above(0.0)`.
struct Range {
  std::optional<Scalar> low;
  std::optional<Scalar> high;
  bool low_excluded = false;
  bool high_excluded = false;
  std::uint64_t multiple = 1;
  bool only_powers_of_two = false;

  /// Integers and bytes only.
  Range multiple_of(std::uint64_t n) const {
    Range r = *this;
    r.multiple = n;
    return r;
  }
  Range power_of_two() const {
    Range r = *this;
    r.only_powers_of_two = true;
    return r;
  }
  /// `range(0.0, 1.0).without_high()` is up to, but not including, 1.
  Range without_low() const {
    Range r = *this;
    r.low_excluded = true;
    return r;
  }
  Range without_high() const {
    Range r = *this;
    r.high_excluded = true;
    return r;
  }
};

template <class A, class B>
Range range(A low, B high) {
  return Range{.low = to_scalar(low), .high = to_scalar(high)};
}
template <class A>
Range at_least(A low) {
  return Range{.low = to_scalar(low), .high = {}};
}
template <class A>
Range at_most(A high) {
  return Range{.low = {}, .high = to_scalar(high)};
}
/// Greater than `low`, which itself is refused.
template <class A>
Range above(A low) {
  return at_least(low).without_low();
}
/// Any value of the type.
inline Range any() { return {}; }

namespace literals {
constexpr std::uint64_t operator""_KiB(unsigned long long n) { return n << 10; }
constexpr std::uint64_t operator""_MiB(unsigned long long n) { return n << 20; }
constexpr std::uint64_t operator""_GiB(unsigned long long n) { return n << 30; }
constexpr std::uint64_t operator""_TiB(unsigned long long n) { return n << 40; }
constexpr std::uint64_t operator""_kB(unsigned long long n) { return n * 1'000; }
constexpr std::uint64_t operator""_MB(unsigned long long n) { return n * 1'000'000; }
constexpr std::uint64_t operator""_GB(unsigned long long n) { return n * 1'000'000'000; }
constexpr std::uint64_t operator""_TB(unsigned long long n) { return n * 1'000'000'000'000; }
}  // namespace literals

}  // namespace rainier::config
