#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/random/philox.hpp"

namespace rainier::fio {

/// A random order of 0 to n - 1 without a table: a Feistel network (Luby and Rackoff, 1988) over the rows and
/// columns of a rectangle that holds hardly more than n values, walked until the result is below n (Black and
/// Rogaway, "Ciphers with arbitrary finite domains", 2002). The outer rounds are pairwise independent, which
/// suffices for them (Naor and Reingold, 1999). Where the sides would be too short for a network to mix, up
/// to 4,096 values, there is a shuffled table after all. About 15 ns a value.
class Permutation {
 public:
  /// Draws its keys; n must not be 0, and is at most 2^62.
  Permutation(std::uint64_t n, Philox& random) : n_(n) {
    columns_ = static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(n))));
    rows_ = (n + columns_ - 1) / columns_;
    for (Key& key : keys_) key = {random.uint64() | 1, random.uint64(), random.uint64() | 1};
    if (n <= most_in_table) fill_table(random);
  }

  std::uint64_t size() const { return n_; }

  /// The value at place i, which must be below n.
  std::uint64_t operator()(std::uint64_t i) const {
    if (!table_.empty()) return table_[i];
    do {
      i = shuffle(i / columns_, i % columns_);
    } while (i >= n_);
    return i;
  }

 private:
  static constexpr std::uint64_t most_in_table = 4096;

  struct Key {
    std::uint64_t first, add, second;
  };

  static std::uint64_t scaled(std::uint64_t hash, std::uint64_t sides) { return (hash >> 32) * sides >> 32; }
  static std::uint64_t outer(std::uint64_t x, const Key& key) { return x * key.first + key.add; }
  static std::uint64_t inner(std::uint64_t x, const Key& key) {
    const std::uint64_t once = x * key.first + key.add;
    return (once ^ once >> 32) * key.second;
  }
  static std::uint64_t sum(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
    const std::uint64_t total = a + b;
    return total >= modulus ? total - modulus : total;
  }

  std::uint64_t shuffle(std::uint64_t row, std::uint64_t column) const {
    column = sum(column, scaled(outer(row, keys_[0]), columns_), columns_);
    row = sum(row, scaled(inner(column, keys_[1]), rows_), rows_);
    column = sum(column, scaled(inner(row, keys_[2]), columns_), columns_);
    row = sum(row, scaled(inner(column, keys_[3]), rows_), rows_);
    column = sum(column, scaled(outer(row, keys_[4]), columns_), columns_);
    return row * columns_ + column;
  }

  /// Fisher and Yates' shuffle.
  void fill_table(Philox& random) {
    for (std::uint64_t i = 0; i < n_; ++i) {
      const std::uint64_t from = random.below(i + 1);
      table_.push_back(static_cast<std::uint16_t>(i));
      std::swap(table_[i], table_[from]);
    }
  }

  std::uint64_t n_;
  std::uint64_t rows_, columns_;
  std::array<Key, 5> keys_;
  std::vector<std::uint16_t> table_;
};

}  // namespace rainier::fio
