#pragma once

#include <cstdint>
#include <vector>

namespace rainier::fio {

/// Which blocks of a range have been accessed: fio's random map. One bit a block, and above it bits that say
/// which words are full, so that the next free block is found in a few steps however full the map is.
class BlockMap {
 public:
  explicit BlockMap(std::uint64_t blocks);

  /// Memory that a map of so many blocks takes.
  static std::uint64_t bytes(std::uint64_t blocks) { return blocks / 8 + blocks / 8 / 63 + 64; }

  std::uint64_t size() const { return blocks_; }
  std::uint64_t free() const { return free_; }

  /// The first free block at or after `from`, or else the first of all; there must be one.
  std::uint64_t next_free(std::uint64_t from) const;

  /// Takes `first`, which must be free, and up to `most` free blocks in a row from there; how many it took.
  std::uint64_t take(std::uint64_t first, std::uint64_t most);

  /// All blocks free again.
  void clear();

 private:
  using Level = std::vector<std::uint64_t>;

  bool taken(std::uint64_t block) const { return levels_[0][block / 64] >> block % 64 & 1; }
  void mark(std::uint64_t block);
  std::uint64_t at_or_after(std::uint64_t from) const;

  std::uint64_t blocks_;
  std::uint64_t free_ = 0;
  std::vector<Level> levels_;
};

}  // namespace rainier::fio
