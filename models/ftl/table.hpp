#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/port/huge_array.hpp"

namespace rainier::ftl {

/// An array of 32-bit numbers, all of them `none` at first: values lie complemented, so that untouched zero
/// pages read as `none` and cost no memory.
class Table {
 public:
  explicit Table(std::size_t size) : data_(size) {}

  std::size_t size() const { return data_.size(); }
  std::uint32_t operator[](std::size_t i) const { return ~data_[i]; }
  void set(std::size_t i, std::uint32_t value) { data_[i] = ~value; }
  void prefetch(std::size_t i) const { data_.prefetch(i); }
  /// The values, each complemented.
  std::uint32_t* complements() { return &data_[0]; }
  void clear() { data_.clear(); }

 private:
  HugeArray<std::uint32_t> data_;
};

}  // namespace rainier::ftl
