#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/ftl/bulk.hpp"
#include "models/ftl/victim/levelling.hpp"

namespace rainier::ftl {

// As many free superblocks as GC keeps, less the one that may be on its way, and a place for the host.
void Bulk::make_room() {
  while (victim_ == none && free_superblocks() < params_.gc.free_target && choose_victim())
    if (mode_ != Mode::scattered || weight_[victim_] * decay_ < 0.5) copy_all();
  while (frontiers_[host].room <= 0 && !open_for_host()) {
    if (victim_ == none && !choose_victim())
      throw std::logic_error("GC makes no progress: no page to copy and no superblock to erase");
    copy_all();
  }
}

bool Bulk::open_for_host() {
  if (free_superblocks() <= params_.gc.free_reserve) return false;
  open(host);
  return true;
}

void Bulk::close(Frontier& frontier) {
  const std::uint32_t sb = close_superblock(frontier);
  sb_.valid[sb] = mode_ == Mode::scattered ? relative(weight_[sb]) : extents_.live(sb);
  enter_order(sb);
}

void Bulk::enter_order(std::uint32_t sb) {
  const auto stale = [this](const BulkOrder::Entry& entry) { return is_stale(entry); };
  const auto closed = static_cast<double>(sb_.closed_at[sb]);
  if (params_.gc.victim == VictimPolicy::fifo) {
    if (sb_.closed_at[sb] == closings_) order_.push({closed, sb_.closed_at[sb], sb}, stale);
  } else if (mode_ == Mode::scattered) {
    order_.push({weight_[sb], sb_.closed_at[sb], sb}, stale);
  } else if (mode_ == Mode::in_order && sb_.valid[sb] == 0) {
    empty_.push({closed, sb_.closed_at[sb], sb}, stale);
  }
}

bool Bulk::choose_victim() {
  std::uint32_t victim = to_levelling_ == 0 ? levelling_victim() : none;
  const bool levelling = victim != none;
  if (!levelling) victim = policy_victim();
  if (victim == none) return false;
  to_levelling_ = to_levelling_ == 0 ? params_.wear.interval - 1 : to_levelling_ - 1;
  if (decay_ < 0.5) rescale();
  begin_collecting(victim, valid(victim), levelling);
  copy_rate_ = weight_[victim] / to_gain_;
  sb_.closed_at[victim] = 0;  // its entries in the orders are stale
  return true;
}

std::uint32_t Bulk::policy_victim() {
  const VictimPolicy policy = params_.gc.victim;
  const bool drawn = policy == VictimPolicy::random || policy == VictimPolicy::d_choices;
  if (policy == VictimPolicy::fifo || (mode_ == Mode::scattered && !drawn)) return front_of(order_);
  if (mode_ == Mode::in_order && !drawn) {
    const std::uint32_t empty = front_of(empty_);
    if (empty != none) return empty;
  }
  if (mode_ == Mode::overwriting) refresh_valid();
  return policy_->choose(sb_, layout_.user_units(), written_);
}

std::uint32_t Bulk::front_of(BulkOrder& order) {
  while (!order.empty() && is_stale(order.front())) order.pop();
  if (order.empty()) return none;
  const std::uint32_t superblock = order.front().superblock;
  order.pop();
  return superblock;
}

std::uint32_t Bulk::levelling_victim() const {
  if (!params_.wear.static_levelling || most_erases_ - least_erases_ <= params_.wear.spread) return none;
  return coldest_if_spread(sb_, most_erases_, params_.wear.spread);
}

void Bulk::refresh_valid() {
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb)
    sb_.valid[sb] = static_cast<std::uint32_t>(std::lround(valid(sb)));
}

void Bulk::rebuild_order() {
  empty_.clear();
  if (params_.gc.victim != VictimPolicy::fifo) order_.clear();
  std::vector<std::uint32_t> closed;
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb) {
    sb_.valid[sb] = mode_ == Mode::scattered ? relative(weight_[sb]) : extents_.live(sb);
    if (sb_.state[sb] == State::closed) closed.push_back(sb);
  }
  if (params_.gc.victim == VictimPolicy::fifo) return;
  std::sort(closed.begin(), closed.end(), [this](std::uint32_t a, std::uint32_t b) {
    return weight_[a] != weight_[b] ? weight_[a] < weight_[b] : sb_.closed_at[a] < sb_.closed_at[b];
  });
  for (const std::uint32_t sb : closed) enter_order(sb);
}

// All that the victim still holds, at once.
void Bulk::copy_all() {
  Frontier& to = frontiers_[gc];
  while (extents_.live(victim_) > 0) {
    if (to.room < 1) open(gc);
    const std::uint32_t moved = extents_.move(victim_, to.superblock, static_cast<std::uint32_t>(to.room));
    copied_ += moved;
    to.room -= moved;
    if (to.room < 1) close(to);
  }
  double left = mode_ == Mode::scattered ? copy_rate_ * to_gain_ : weight_[victim_];
  while (left * decay_ > 1e-9) {
    if (to.room <= 0) open(gc);
    const double share = std::min(left, to.room / decay_);
    weight_[to.superblock] += share;
    copied_ += share * decay_;
    to.room = share < left ? 0 : to.room - share * decay_;
    left -= share;
    if (to.room <= 0) close(to);
  }
  erase_victim();
}

void Bulk::erase_victim() {
  weight_[victim_] = 0;
  sb_.valid[victim_] = 0;
  const std::uint32_t was = sb_.erases[victim_];
  end_collecting();
  most_erases_ = std::max(most_erases_, was + 1);
  if (was != least_erases_ || --at_least_ > 0) return;
  least_erases_ = *std::min_element(sb_.erases.begin(), sb_.erases.end());
  at_least_ = static_cast<std::uint32_t>(std::count(sb_.erases.begin(), sb_.erases.end(), least_erases_));
}

}  // namespace rainier::ftl
