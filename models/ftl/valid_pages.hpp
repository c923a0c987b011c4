#pragma once

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
    if (from >= end) return end;
    std::size_t word = from / 64;
    std::uint64_t here = words_[word] & ~std::uint64_t{0} << from % 64;
    for (; here == 0; here = words_[word])
      if (++word * 64 >= end) return end;
    const std::size_t found = word * 64 + static_cast<std::size_t>(std::countr_zero(here));
    return found < end ? static_cast<Ppn>(found) : end;
  }

 private:
  static std::uint64_t bit(Ppn page) { return std::uint64_t{1} << page % 64; }

  HugeArray<std::uint64_t> words_;
};

}  // namespace rainier::ftl
