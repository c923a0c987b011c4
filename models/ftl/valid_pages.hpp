#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "models/ftl/layout.hpp"
#include "sim/port/huge_array.hpp"

namespace rainier::ftl {

/// The mapping units that hold data, a bit each. The map and its inverse say the same, but at random places
/// of memory: GC finds what is left of a superblock here, 64 units a word. 0.4 % of the maps' size.
class ValidPages {
 public:
  explicit ValidPages(std::size_t pages) : words_(pages / 64 + 1) {}

  bool contains(Ppn page) const { return (words_[page / 64] >> page % 64 & 1) != 0; }
  void insert(Ppn page) { words_[page / 64] |= bit(page); }
  void erase(Ppn page) { words_[page / 64] &= ~bit(page); }
  void prefetch(Ppn page) const { words_.prefetch(page / 64); }
  void clear() { words_.clear(); }

  /// The least unit from `from` on that is below `end`, or else `end`.
  Ppn next(Ppn from, Ppn end) const {
    std::size_t at = from;
    std::uint64_t here = words_[at / 64] >> at % 64;
    while (here == 0) {
      at = (at / 64 + 1) * 64;
      if (at >= end) return end;
      here = words_[at / 64];
    }
    at += static_cast<std::size_t>(std::countr_zero(here));
    return at < end ? static_cast<Ppn>(at) : end;
  }

  void insert(Ppn first, std::uint32_t count) {
    for (std::size_t at = first; count > 0;) {
      const auto here = std::min(count, static_cast<std::uint32_t>(64 - at % 64));
      words_[at / 64] |= ~std::uint64_t{0} >> (64 - here) << at % 64;
      at += here;
      count -= here;
    }
  }

  /// The units as they lie in memory, for archives: 64 a word, from the lowest bit on.
  std::uint64_t* words() { return words_.data(); }
  std::size_t word_count() const { return words_.size(); }

 private:
  static std::uint64_t bit(Ppn page) { return std::uint64_t{1} << page % 64; }

  HugeArray<std::uint64_t> words_;
};

}  // namespace rainier::ftl
