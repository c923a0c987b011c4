#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/random/philox.hpp"

namespace rainier::fio {

/// A random order of 0 to n - 1 without a table: a Feistel network over the bits of n - 1 (Luby and Rackoff,
/// 1988; outer rounds need only be pairwise independent, Naor and Reingold, 1999), walked until the result is
/// below n (Black and Rogaway, 2002). About 10 ns a value, twice that at worst on average.
class Permutation {
 public:
  /// Draws its keys; n must not be 0.
  Permutation(std::uint64_t n, Philox& random) : n_(n) {
    const int bits = n == 1 ? 0 : std::bit_width(n - 1);
    low_bits_ = bits - bits / 2;
    low_mask_ = mask(low_bits_);
    high_mask_ = mask(bits / 2);
    for (Key& key : keys_) key = {random.uint64() | 1, random.uint64(), random.uint64() | 1};
    if (n <= most_in_table) fill_table(random);
  }

  std::uint64_t size() const { return n_; }

  static constexpr std::size_t longest_run = 16;

  /// The values at the places from `first` on, at most longest_run; all places must be below n.
  void run(std::uint64_t first, std::span<std::uint64_t> values) const {
    if (!table_.empty()) {
      for (std::uint64_t& value : values) value = table_[first++];
      return;
    }
    for (std::uint64_t& value : values) value = shuffle(first++);
    walk(values);
  }

  /// The value at place i, which must be below n.
  std::uint64_t operator()(std::uint64_t i) const {
    if (!table_.empty()) return table_[i];
    do {
      i = shuffle(i);
    } while (i >= n_);
    return i;
  }

 private:
  static constexpr std::uint64_t most_in_table = 4096;

  struct Key {
    std::uint64_t first, add, second;
  };

  static constexpr std::uint64_t mask(int bits) { return (std::uint64_t{1} << bits) - 1; }
  static std::uint64_t outer(std::uint64_t x, const Key& key) { return (x * key.first + key.add) >> 32; }
  static std::uint64_t inner(std::uint64_t x, const Key& key) {
    const std::uint64_t once = x * key.first + key.add;
    return ((once ^ once >> 32) * key.second) >> 32;
  }

  std::uint64_t shuffle(std::uint64_t x) const {
    std::uint64_t high = x >> low_bits_;
    std::uint64_t low = x & low_mask_;
    low ^= outer(high, keys_[0]) & low_mask_;
    high ^= inner(low, keys_[1]) & high_mask_;
    low ^= inner(high, keys_[2]) & low_mask_;
    high ^= inner(low, keys_[3]) & high_mask_;
    low ^= outer(high, keys_[4]) & low_mask_;
    return high << low_bits_ | low;
  }

  /// Shuffles the values again that are too large, all together: without a branch that can't be foreseen.
  void walk(std::span<std::uint64_t> values) const {
    std::array<std::uint8_t, longest_run> open;
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      open[count] = static_cast<std::uint8_t>(i);
      count += values[i] >= n_;
    }
    while (count != 0) {
      std::size_t left = 0;
      for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t& value = values[open[i]];
        value = shuffle(value);
        open[left] = open[i];
        left += value >= n_;
      }
      count = left;
    }
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
  int low_bits_;
  std::uint64_t low_mask_, high_mask_;
  std::array<Key, 5> keys_;
  std::vector<std::uint16_t> table_;
};

}  // namespace rainier::fio
