#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace rainier {

/// A set of numbers below `Size` (at most 4,096) that finds its least element in two steps of 64 ways.
/// No branch depends on the contents.
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
