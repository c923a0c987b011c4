#include "models/host/fio/block_sizes.hpp"

namespace rainier::fio {

namespace {

constexpr std::uint64_t sector = 512;
constexpr int most_tries = 1000;  ///< where the rare small size is the only one that fits

}  // namespace

BlockSizes::BlockSizes(const Job& job, std::size_t direction) {
  const auto& [low, high] = job.range[direction];
  const auto& shares = job.blocks[direction];
  if (high != 0) {
    kind_ = low == high ? Kind::fixed : Kind::range;
    smallest_ = low;
    largest_ = high;
    step_ = job.unaligned_sizes ? sector : low;  // a drive has no smaller unit than its sector
    return;
  }
  kind_ = shares.size() == 1 ? Kind::fixed : Kind::weighted;
  double sum = 0;
  for (const BlockShare& share : shares) shares_.push_back({sum += share.percent, share.bytes});
  const auto smaller = [](const Share& a, const Share& b) { return a.bytes < b.bytes; };
  const auto [min, max] = std::minmax_element(shares_.begin(), shares_.end(), smaller);
  smallest_ = min->bytes;
  largest_ = max->bytes;
}

std::uint64_t BlockSizes::draw_mixed(std::uint64_t room, Philox& random) const {
  for (int i = 0; i < most_tries; ++i) {
    const std::uint64_t bytes = draw_once(random);
    if (bytes <= room) return bytes;
  }
  return smallest_;
}

std::uint64_t BlockSizes::draw_once(Philox& random) const {
  if (kind_ == Kind::range) {  // fio's rule: a multiple of the step from [low, low + high), cut to high
    const std::uint64_t bytes = smallest_ + random.below(largest_);
    return std::min(bytes - bytes % step_, largest_);
  }
  const double at = random.unit() * shares_.back().up_to;
  std::size_t i = 0;
  while (i + 1 < shares_.size() && at >= shares_[i].up_to) ++i;
  return shares_[i].bytes;
}

}  // namespace rainier::fio
