#pragma once

#include <cstdint>
#include <vector>

#include "models/nand/geometry.hpp"
#include "sim/random/philox.hpp"

namespace rainier::nand {

/// The blocks that are bad from the factory, and what stands in for them: a good block of the same plane's
/// reserve (its last blocks). A part with more bad blocks than the reserve is not sold, so a plane has at
/// most as many. One bit a block; O(1) for a good block, O(log n) for a replaced one.
class BadBlocks {
 public:
  /// @param usable  blocks of a plane that are addressed; the rest is its reserve
  /// @param share   probability of a block to be bad
  BadBlocks(const Params& params, std::uint32_t dies, std::uint32_t usable, double share, Philox random);

  /// The block that is used in place of block `at.block` of this die and plane.
  std::uint16_t physical(std::uint32_t die, PageAddress at) const {
    const std::uint64_t number = (std::uint64_t{die} * planes_ + at.plane) * blocks_ + at.block;
    return (bad_[number / 64] >> (number % 64) & 1) == 0 ? at.block : replacement(number);
  }
  /// What physical() will look at is brought in from memory.
  void prefetch(std::uint32_t die, PageAddress at) const {
    __builtin_prefetch(&bad_[((std::uint64_t{die} * planes_ + at.plane) * blocks_ + at.block) / 64]);
  }
  bool is_bad(std::uint32_t die, std::uint32_t plane, std::uint32_t block) const {
    const std::uint64_t number = (std::uint64_t{die} * planes_ + plane) * blocks_ + block;
    return (bad_[number / 64] >> (number % 64) & 1) != 0;
  }
  std::uint64_t count() const { return count_; }
  /// The good blocks of a plane's reserve (from block `usable` on) that stand in for nothing, last one first.
  std::vector<std::uint16_t> unused(std::uint32_t die, std::uint32_t plane, std::uint32_t usable) const;

 private:
  struct Replaced {
    std::uint64_t number;
    std::uint16_t by;
  };
  std::uint16_t replacement(std::uint64_t number) const;

  std::uint32_t planes_, blocks_;
  std::uint64_t count_ = 0;
  std::vector<std::uint64_t> bad_;  ///< a bit a block
  std::vector<Replaced> replaced_;  ///< by number
};

}  // namespace rainier::nand
