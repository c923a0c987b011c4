#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace rainier {

/// A set of numbers below `Size` (at most 4,096) that finds its least element in two steps of 64 ways.
template <unsigned Size>
class Bitmap {
 public:
  static_assert(Size % 64 == 0 && Size <= 64 * 64);

  bool empty() const { return summary_ == 0; }
  /// The least element; the set must not be empty.
  unsigned first() const {
    const auto word = static_cast<unsigned>(std::countr_zero(summary_));
    return word * 64 + static_cast<unsigned>(std::countr_zero(words_[word]));
  }

  /// The least element that is not below `from`, or else the least of all; the set must not be empty.
  unsigned first_from(unsigned from) const {
    const unsigned word = from / 64;
    const std::uint64_t here = words_[word] >> from % 64;
    if (here != 0) return from + static_cast<unsigned>(std::countr_zero(here));
    const std::uint64_t after = summary_ & ~std::uint64_t{1} << word;
    if (after == 0) return first();
    const auto next = static_cast<unsigned>(std::countr_zero(after));
    return next * 64 + static_cast<unsigned>(std::countr_zero(words_[next]));
  }
  bool contains(unsigned i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }

  void insert(unsigned i) {
    words_[i / 64] |= std::uint64_t{1} << i % 64;
    summary_ |= std::uint64_t{1} << i / 64;
  }
  void erase(unsigned i) {
    std::uint64_t& word = words_[i / 64];
    word &= ~(std::uint64_t{1} << i % 64);
    summary_ &= ~(std::uint64_t{word == 0} << i / 64);
  }

 private:
  std::uint64_t summary_ = 0;  ///< which words are not zero
  std::array<std::uint64_t, Size / 64> words_{};
};

}  // namespace rainier
