#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "sim/config/scalar.hpp"

namespace rainier::config {

enum class Shape : std::uint8_t { one, optional, many };

/// What a parameter holds: T itself, std::optional<T> or std::vector<T>.
template <class C>
struct Held {
  using Value = C;
  static constexpr Shape shape = Shape::one;
};
template <class T>
struct Held<std::optional<T>> {
  using Value = T;
  static constexpr Shape shape = Shape::optional;
};
template <class T>
struct Held<std::vector<T>> {
  using Value = T;
  static constexpr Shape shape = Shape::many;
};
template <class C>
using HeldValue = typename Held<C>::Value;

/// A parameter without its C++ type: any number of scalars can be read from it and written to it. The type's
/// own limits stand beside it, so that nothing is narrowed.
struct Access {
  void* object = nullptr;
  Shape shape = Shape::one;
  std::vector<Scalar> (*get)(const void*) = nullptr;
  void (*set)(void*, const std::vector<Scalar>&) = nullptr;
  std::optional<Scalar> lowest, highest;
};

template <class C>
Access access_to(C& parameter) {
  using T = HeldValue<C>;
  Access a;
  a.object = &parameter;
  a.shape = Held<C>::shape;
  a.get = [](const void* object) {
    const C& c = *static_cast<const C*>(object);
    std::vector<Scalar> out;
    if constexpr (Held<C>::shape == Shape::one) {
      out.push_back(to_scalar(c));
    } else if constexpr (Held<C>::shape == Shape::optional) {
      if (c) out.push_back(to_scalar(*c));
    } else {
      for (const T& value : c) out.push_back(to_scalar<T>(value));
    }
    return out;
  };
  a.set = [](void* object, const std::vector<Scalar>& values) {
    C& c = *static_cast<C*>(object);
    if constexpr (Held<C>::shape == Shape::one) {
      c = from_scalar<T>(values.front());
    } else {
      c = C{};
      for (const Scalar& value : values) {
        if constexpr (Held<C>::shape == Shape::optional) {
          c = from_scalar<T>(value);
        } else {
          c.push_back(from_scalar<T>(value));
        }
      }
    }
  };
  if constexpr (std::integral<T> && !std::same_as<T, bool>) {
    a.lowest = to_scalar(std::numeric_limits<T>::min());
    a.highest = to_scalar(std::numeric_limits<T>::max());
  }
  return a;
}

class Schema;

/// A list of structs without its C++ type.
struct ListAccess {
  void* items = nullptr;
  std::size_t (*size)(const void*) = nullptr;
  /// Makes the list `count` fresh elements with their defaults.
  void (*renew)(void*, std::size_t count) = nullptr;
  void (*describe_item)(Schema&, void*, std::size_t index) = nullptr;
};

/// A struct as it was when it was described, to go back to.
struct Snapshot {
  void* object = nullptr;
  std::shared_ptr<const void> initial;
  void (*restore)(void*, const void*) = nullptr;
};

template <class P>
Snapshot snapshot_of(P& params) {
  return {&params, std::make_shared<const P>(params),
          [](void* to, const void* from) { *static_cast<P*>(to) = *static_cast<const P*>(from); }};
}

}  // namespace rainier::config
