#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "models/media/page_store.hpp"
#include "models/nand/bad_blocks.hpp"

namespace rainier {
class Archive;
}

namespace rainier::media {

/// A block of a die, or a page of it.
struct Block {
  std::uint32_t die = 0;
  nand::PageAddress at;  ///< page 0 of a block
};

/// The reserve that is left, and which of its blocks stand in for blocks that have failed since the drive was
/// made. The stand-in is on the same plane if that works and has one, else on the same die, else on another
/// die of the same channel, else wherever the caller allows.
class Spares {
 public:
  Spares(const Shape& shape, std::uint32_t channels, const nand::BadBlocks& factory, std::uint32_t usable);

  std::uint64_t made() const { return made_; }
  std::uint64_t left() const { return left_; }

  /// The block that is used in place of this one.
  Block physical(Block block) const {
    if (stands_in_.empty()) return block;
    const auto found = stands_in_.find(shape_.block(block.die, block.at));
    return found == stands_in_.end() ? block : found->second;
  }
  /// Puts a spare in place of `block` (as the layout names it; one that stood in for it is given up).
  /// `allows` is asked for each plane that could give one; the planes take turns.
  std::optional<Block> replace(Block block, const std::function<bool(Block)>& allows);
  /// A block of no use where it was: it may stand in for others from now on.
  void give(Block block);
  /// The plane's spares can't be used any more.
  void lose_plane(std::uint32_t die, std::uint32_t plane);
  void archive(Archive& archive);

 private:
  std::optional<Block> take(std::uint32_t die, std::uint32_t plane, const std::function<bool(Block)>& allows);

  Shape shape_;
  std::uint32_t channels_;
  std::vector<std::vector<std::uint16_t>> free_;  ///< by die and plane, the next one last
  std::uint64_t made_ = 0, left_ = 0;
  std::uint32_t turn_ = 0;
  std::unordered_map<std::uint64_t, Block> stands_in_;
};

}  // namespace rainier::media
