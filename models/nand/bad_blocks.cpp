#include "models/nand/bad_blocks.hpp"

#include <algorithm>

namespace rainier::nand {

BadBlocks::BadBlocks(const Params& params, std::uint32_t dies, std::uint32_t usable, double share,
                     Philox random)
    : planes_(params.planes),
      blocks_(params.blocks_per_plane),
      bad_((std::uint64_t{dies} * planes_ * blocks_ + 63) / 64, 0) {
  if (share == 0) return;
  const std::uint32_t reserve = blocks_ - usable;
  for (std::uint64_t plane = 0; plane < std::uint64_t{dies} * planes_; ++plane) {
    const std::uint64_t first = plane * blocks_;
    std::uint32_t in_plane = 0;
    for (std::uint32_t block = 0; block < blocks_ && in_plane < reserve; ++block) {
      if (!random.chance(share)) continue;
      bad_[(first + block) / 64] |= std::uint64_t{1} << ((first + block) % 64);
      ++in_plane;
    }
    count_ += in_plane;
    const auto is_marked = [&](std::uint64_t number) {
      return (bad_[number / 64] >> (number % 64) & 1) != 0;
    };
    std::uint32_t spare = usable;
    for (std::uint32_t block = 0; block < usable; ++block) {
      if (!is_marked(first + block)) continue;
      while (is_marked(first + spare)) ++spare;
      replaced_.push_back({first + block, static_cast<std::uint16_t>(spare++)});
    }
  }
}

std::vector<std::uint16_t> BadBlocks::unused(std::uint32_t die, std::uint32_t plane,
                                             std::uint32_t usable) const {
  std::uint32_t replaced = 0;
  for (std::uint32_t block = 0; block < usable; ++block) replaced += is_bad(die, plane, block);
  std::vector<std::uint16_t> good;
  for (std::uint32_t block = usable; block < blocks_; ++block)
    if (!is_bad(die, plane, block)) good.push_back(static_cast<std::uint16_t>(block));
  good.erase(good.begin(), good.begin() + replaced);  // those are taken in order
  std::reverse(good.begin(), good.end());
  return good;
}

std::uint16_t BadBlocks::replacement(std::uint64_t number) const {
  const auto less = [](const Replaced& r, std::uint64_t n) { return r.number < n; };
  return std::lower_bound(replaced_.begin(), replaced_.end(), number, less)->by;
}

}  // namespace rainier::nand
