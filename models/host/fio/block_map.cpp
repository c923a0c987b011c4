#include "models/host/fio/block_map.hpp"

#include <algorithm>
#include <bit>

#include "sim/kernel/invariant.hpp"

namespace rainier::fio {

namespace {

constexpr std::uint64_t full = ~std::uint64_t{0};
constexpr std::uint64_t nowhere = full;

}  // namespace

BlockMap::BlockMap(std::uint64_t blocks) : blocks_(blocks) {
  std::uint64_t bits = blocks;
  do {
    bits = (bits + 63) / 64;
    levels_.emplace_back(bits);
  } while (bits > 1);
  clear();
}

void BlockMap::clear() {
  free_ = blocks_;
  std::uint64_t bits = blocks_;
  for (Level& level : levels_) {
    std::fill(level.begin(), level.end(), 0);
    if (bits % 64 != 0) level.back() = full << bits % 64;  // what lies past the end counts as taken
    bits = level.size();
  }
}

std::uint64_t BlockMap::next_free(std::uint64_t from) const {
  invariant(free_ != 0, "a free block was asked of a full map");
  const std::uint64_t found = at_or_after(from);
  return found != nowhere ? found : at_or_after(0);
}

std::uint64_t BlockMap::at_or_after(std::uint64_t from) const {
  std::uint64_t place = from;
  for (std::size_t height = 0; height < levels_.size(); ++height) {
    const Level& level = levels_[height];
    if (place / 64 >= level.size()) return nowhere;
    const std::uint64_t open = ~level[place / 64] & full << place % 64;
    if (open == 0) {
      place = place / 64 + 1;
      continue;
    }
    place = place / 64 * 64 + static_cast<std::uint64_t>(std::countr_zero(open));
    while (height-- > 0)
      place = place * 64 + static_cast<std::uint64_t>(std::countr_one(levels_[height][place]));
    return place;
  }
  return nowhere;
}

void BlockMap::mark(std::uint64_t block) {
  for (Level& level : levels_) {
    std::uint64_t& word = level[block / 64];
    word |= std::uint64_t{1} << block % 64;
    if (word != full) return;
    block /= 64;
  }
}

std::uint64_t BlockMap::take(std::uint64_t first, std::uint64_t most) {
  const std::uint64_t end = first + std::min(most, blocks_ - first);
  std::uint64_t block = first;
  while (block < end && !taken(block)) mark(block++);
  free_ -= block - first;
  return block - first;
}

}  // namespace rainier::fio
