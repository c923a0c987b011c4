#pragma once

#include <cstdint>
#include <vector>

#include "models/ftl/params.hpp"
#include "sim/archive/archive.hpp"
#include "sim/kernel/divider.hpp"

namespace rainier::ftl {

/// Tells hot host writes from cold ones: a saturating counter for each region of mapping units, halved as
/// time (host writes) goes by. A region is hot while it is written more than twice as often as the mean
/// region.
class Heat {
 public:
  Heat(Separation separation, std::uint32_t region_pages, std::uint32_t logical_pages)
      : enabled_(separation == Separation::regions), by_region_(region_pages) {
    if (!enabled_) return;
    counts_.assign(logical_pages / region_pages + 1, 0);
    half_life_ = counts_.size() * mean_at_halving;
  }

  bool enabled() const { return enabled_; }
  bool hot(std::uint32_t lpn) const {
    if (!enabled_) return false;
    return counts_[by_region_.quotient(lpn)] * counts_.size() > 2 * (writes_ + counts_.size());
  }
  /// A write that has found its place: one that waits asks again, but counts once.
  void count(std::uint32_t lpn) {
    if (!enabled_) return;
    std::uint8_t& writes = counts_[by_region_.quotient(lpn)];
    if (writes < 255) ++writes;
    if (++writes_ >= half_life_) halve();
  }

  void archive(Archive& archive) {
    archive.items(counts_);
    archive.value(writes_);
  }

 private:
  static constexpr std::uint64_t mean_at_halving = 16;
  void halve() {
    for (std::uint8_t& count : counts_) count /= 2;
    writes_ /= 2;
  }

  bool enabled_;
  Divider by_region_;
  std::vector<std::uint8_t> counts_;
  std::uint64_t writes_ = 0, half_life_ = 0;
};

}  // namespace rainier::ftl
