#include "models/media/spares.hpp"

namespace rainier::media {

Spares::Spares(const Shape& shape, std::uint32_t channels, const nand::BadBlocks& factory,
               std::uint32_t usable)
    : shape_(shape), channels_(channels), free_(std::size_t{shape.dies} * shape.planes) {
  for (std::uint32_t die = 0; die < shape.dies; ++die)
    for (std::uint32_t plane = 0; plane < shape.planes; ++plane) {
      std::vector<std::uint16_t>& free = free_[die * shape.planes + plane];
      free = factory.unused(die, plane, usable);
      made_ += free.size();
    }
  left_ = made_;
}

std::optional<Block> Spares::take(std::uint32_t die, std::uint32_t plane,
                                  const std::function<bool(Block)>& allows) {
  std::vector<std::uint16_t>& free = free_[die * shape_.planes + plane];
  if (free.empty()) return std::nullopt;
  const Block block{die, {free.back(), 0, static_cast<std::uint8_t>(plane)}};
  if (!allows(block)) return std::nullopt;
  free.pop_back();
  --left_;
  return block;
}

std::optional<Block> Spares::replace(Block block, const std::function<bool(Block)>& allows) {
  const auto found = [&](std::optional<Block> spare) {
    if (spare) stands_in_[shape_.block(block.die, block.at)] = *spare;
    return spare;
  };
  if (const auto same_plane = take(block.die, block.at.plane, allows)) return found(same_plane);
  for (std::uint32_t plane = 0; plane < shape_.planes; ++plane)
    if (const auto same_die = take(block.die, plane, allows)) return found(same_die);
  const std::uint32_t planes = shape_.dies * shape_.planes;
  for (const bool same_channel : {true, false})
    for (std::uint32_t i = 0; i < planes; ++i) {
      const std::uint32_t at = (turn_ + i) % planes;
      const std::uint32_t die = at / shape_.planes;
      if (same_channel != (die % channels_ == block.die % channels_)) continue;
      const auto spare = take(die, at % shape_.planes, allows);
      if (!spare) continue;
      turn_ = (at + 1) % planes;
      return found(spare);
    }
  return std::nullopt;
}

void Spares::give(Block block) {
  free_[block.die * shape_.planes + block.at.plane].push_back(block.at.block);
  ++made_;
  ++left_;
}

void Spares::lose_plane(std::uint32_t die, std::uint32_t plane) {
  std::vector<std::uint16_t>& free = free_[die * shape_.planes + plane];
  left_ -= free.size();
  free.clear();
}

}  // namespace rainier::media
