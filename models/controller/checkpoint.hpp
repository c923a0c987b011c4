#pragma once

#include <cstdint>
#include <vector>

#include "models/channel/flash_op.hpp"
#include "models/controller/config.hpp"
#include "models/media/spares.hpp"
#include "sim/kernel/time.hpp"

namespace rainier {
class Archive;
}

namespace rainier::controller {

class Controller;

/// Since the drive was made.
struct CheckpointCounters {
  std::uint64_t saves = 0;   ///< of the whole map, that came to their end
  std::uint64_t pages = 0;   ///< programmed for them
  std::uint64_t erases = 0;  ///< of the blocks that hold them
};

/// Saves the map, so that a start after a loss of power searches only what has changed since. The whole of it
/// is programmed as pages at a steady rate, each interval's once in the interval, by the dies and channels
/// that the host uses too; if they are busy, a save takes longer and the next begins later. It lives in
/// system blocks at the end of each plane, which over-provisioning lacks: two sets of them, so that the last
/// save is whole while the next is written, each erased before it is written again. Where nothing was written
/// since the last save began, there is none. What a drive that is kept had saved is not kept.
class Checkpoint {
 public:
  explicit Checkpoint(Controller& drive);

  /// Number of its turns among the events of upkeep.
  static constexpr std::uint32_t slot = ~std::uint32_t{0};
  void turn();
  void ended(std::uint32_t op);
  void power_off();

  const CheckpointCounters& counters() const { return counters_; }
  /// Pages of one save, and blocks of both sets.
  std::uint64_t map_pages() const { return pages_; }
  std::size_t blocks() const { return blocks_.size(); }
  /// Of each of them, since the drive was made.
  double mean_erases() const {
    return static_cast<double>(counters_.erases) / static_cast<double>(blocks_.size());
  }
  /// The map is as it was then, or has changed since. Before all time if no whole save can be read.
  Time saved_at() const;
  /// Calls f(die, pages) for each block of the last whole save.
  template <class F>
  void for_each_saved(F&& f) const {
    for (std::uint64_t i = 0; i < set_size(); ++i) f(block(1 - set_, i).die, pages_of(i));
  }
  void archive(Archive& archive);

 private:
  std::uint64_t set_size() const { return blocks_.size() / 2; }
  std::uint64_t pages_of(std::uint64_t block) const { return (pages_ + set_size() - 1 - block) / set_size(); }
  media::Block block(std::uint32_t set, std::uint64_t number) const;
  bool works(const media::Block& block) const;
  std::uint64_t changes() const;
  bool begin();
  void submit(channel::Kind kind, std::uint64_t number, std::uint64_t page);

  Controller& drive_;
  std::uint64_t pages_;
  std::vector<media::Block> blocks_;  ///< of one set, then of the other, die by die
  Time step_;                         ///< from one page to the next
  std::uint32_t set_ = 0;             ///< that is written, or will be next
  std::uint64_t next_ = 0, under_way_ = 0, changes_ = ~std::uint64_t{0};
  bool saving_ = false;
  Time begun_at_, saved_at_{-1};
  CheckpointCounters counters_;
};

}  // namespace rainier::controller
