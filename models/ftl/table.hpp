#pragma once

#include <cstddef>
#include <cstdint>

namespace rainier::ftl {

/// An array of 32-bit numbers in huge pages, all of them `none` at first. Only what was written costs memory:
/// values lie complemented, so that untouched zero pages read as `none`. Throws std::bad_alloc.
class Table {
 public:
  explicit Table(std::size_t size);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t i) const { return ~data_[i]; }
  void set(std::size_t i, std::uint32_t value) { data_[i] = ~value; }
  void prefetch(std::size_t i) const { __builtin_prefetch(&data_[i], 1); }
  void clear();

 private:
  std::size_t size_;
  std::uint32_t* data_;
};

}  // namespace rainier::ftl
