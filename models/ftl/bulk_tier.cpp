#include "models/ftl/bulk_tier.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "models/ftl/progress.hpp"

namespace rainier::ftl {

BulkTier::BulkTier(const Layout& layout, const Params& params, std::uint32_t logical_units,
                   std::uint64_t seed)
    : layout_(layout),
      params_(params),
      logical_(logical_units),
      user_(layout.user_units()),
      sb_(layout.superblocks()),
      policy_(make_victim(params.gc, Philox(seed, "ftl.gc.victim"))),
      free_(layout.superblocks()) {
  require_progress(layout, params, logical_units);
  std::iota(free_.begin(), free_.end(), 0);
}

void BulkTier::open(Which which) {
  auto chosen = free_.begin();
  if (params_.wear.allocation == Allocation::least_worn) {
    const std::uint32_t* erases = sb_.erases.data();
    chosen = std::min_element(free_.begin(), free_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return which == gc ? erases[a] > erases[b] : erases[a] < erases[b];
    });
  }
  frontiers_[which] = {*chosen, user_};
  sb_.state[*chosen] = State::open;
  free_.erase(chosen);
}

std::uint32_t BulkTier::close_superblock(Frontier& frontier) {
  const std::uint32_t sb = std::exchange(frontier, {}).superblock;
  sb_.state[sb] = State::closed;
  sb_.closed_at[sb] = ++closings_;
  sb_.written_at[sb] = written_;
  return sb;
}

void BulkTier::begin_collecting(std::uint32_t victim, double held, bool levelling) {
  victim_ = victim;
  sb_.state[victim] = State::collecting;
  ++counters_.victims;
  counters_.levelling += levelling;
  to_gain_ = levelling ? user_ : std::max(user_ - held, user_ / 64);
  const double available = free_superblocks() + (frontiers_[host].room + frontiers_[gc].room) / user_;
  const double target = params_.gc.free_target;
  if (available < target) to_gain_ /= 1 + params_.gc.urgency * (target - available) / target;
}

void BulkTier::end_collecting() {
  sb_.state[victim_] = State::free;
  ++sb_.erases[victim_];
  ++counters_.erases;
  free_.push_back(std::exchange(victim_, none));
}

Counters BulkTier::counters() const {
  Counters c = counters_;
  c.host_writes = written_;
  c.copies = static_cast<std::uint64_t>(std::llround(copied_));
  const double parity = (layout_.units() - user_) / user_;
  c.parity = static_cast<std::uint64_t>(std::llround((static_cast<double>(written_) + copied_) * parity));
  return c;
}

}  // namespace rainier::ftl
