#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>

#include "sim/kernel/time.hpp"

namespace rainier::config {

/// One value as the configuration sees it, whatever C++ type the parameter has: integers by signedness,
/// enumerations by their number.
using Scalar = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, Time>;

template <class T>
Scalar to_scalar(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (std::same_as<T, bool>) {
    return value;
  } else if constexpr (std::signed_integral<T>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (std::unsigned_integral<T>) {
    return static_cast<std::uint64_t>(value);
  } else if constexpr (std::floating_point<T>) {
    return static_cast<double>(value);
  } else if constexpr (std::same_as<T, Time>) {
    return value;
  } else {
    return std::string(value);
  }
}

/// The inverse; the caller has checked that the value fits into a T.
template <class T>
T from_scalar(const Scalar& value) {
  if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(std::get<std::int64_t>(value));
  } else if constexpr (std::signed_integral<T> && !std::same_as<T, bool>) {
    return static_cast<T>(std::get<std::int64_t>(value));
  } else if constexpr (std::unsigned_integral<T> && !std::same_as<T, bool>) {
    return static_cast<T>(std::get<std::uint64_t>(value));
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>(std::get<double>(value));
  } else {
    return std::get<T>(value);
  }
}

}  // namespace rainier::config
