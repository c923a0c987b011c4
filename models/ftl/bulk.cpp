#include "models/ftl/bulk.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::ftl {

Bulk::Bulk(const Layout& layout, const Params& params, std::uint32_t logical_units, std::uint64_t seed)
    : BulkTier(layout, params, logical_units, seed),
      per_unit_(1 / logical_),
      scale_(0x1p30 / user_),
      weight_(layout.superblocks(), 0),
      extents_(layout.superblocks()),
      order_(layout.superblocks()),
      empty_(layout.superblocks()),
      at_least_(layout.superblocks()) {}

void Bulk::write_random(std::uint64_t units) {
  if (mode_ != Mode::scattered) scatter();
  for (double left = static_cast<double>(units); left > 0;) {
    if (victim_ == none || frontiers_[host].room <= 0) make_room();
    left -= step(left);
  }
  written_ += units;
}

// Host units until the next thing happens, at most `most`; copies go along at the pace they are paid for.
inline double Bulk::step(double most) {
  Frontier& to = frontiers_[host];
  double writes = std::min(most, to.room);
  if (victim_ != none) writes = pay_for_copies(writes);
  weight_[to.superblock] += logical_ * decay(writes);
  to.room -= writes;
  if (to.room <= 0) close(to);
  if (victim_ != none && to_gain_ <= 0) erase_victim();
  return writes;
}

inline double Bulk::pay_for_copies(double most) {
  Frontier& to = frontiers_[gc];
  if (to.room <= 0) open(gc);
  double writes = std::min(most, to_gain_);
  // What is valid half way through: the mean over a step, to second order.
  const double copies_of_write = copy_rate_ * decay_ * (1 - 0.5 * writes * per_unit_);
  double copies = copies_of_write * writes;
  const bool fills = copies >= to.room;
  if (fills) {
    copies = to.room;
    writes = copies / copies_of_write;
  }
  weight_[to.superblock] += copy_rate_ * writes;
  copied_ += copies;
  to_gain_ -= writes;
  to.room -= copies;
  if (fills) close(to);
  return writes;
}

// e^x to the fourth order is exact to 1e-13 here. Answers by how much 1 / decay_ rises.
inline double Bulk::decay(double writes) {
  const double x = writes * per_unit_;
  double even = 0.5 * x * x, odd = x * (1 + even * (1.0 / 3));
  if (x > 1e-3) even = std::cosh(x) - 1, odd = std::sinh(x);
  const double rise = (even + odd) / decay_;
  decay_ += decay_ * (even - odd);
  return rise;
}

void Bulk::rescale() {
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb) {
    weight_[sb] *= decay_;
    if (sb_.state[sb] == State::closed) sb_.valid[sb] = relative(weight_[sb]);
  }
  if (params_.gc.victim != VictimPolicy::fifo) order_.rescale(decay_);
  copy_rate_ *= decay_;
  decay_ = 1;
}

void Bulk::write_sequential(std::uint64_t units) {
  if (mode_ == Mode::scattered) begin_pass();
  const auto logical = static_cast<std::uint32_t>(logical_);
  while (units > 0) {
    make_room();
    Frontier& to = frontiers_[host];
    double most = std::min({static_cast<double>(units), to.room, logical_ - position_});
    if (mode_ == Mode::overwriting) most = std::min(most, pass_left_);
    const auto count = static_cast<std::uint32_t>(std::max(most, 1.0));
    overwrite(count);
    to.room -= count;
    position_ += count;
    if (position_ == logical) position_ = 0;
    written_ += count;
    units -= count;
    if (to.room < 1) close(to);
  }
}

void Bulk::overwrite(std::uint32_t count) {
  extents_.write(position_, count, frontiers_[host].superblock, [this](std::uint32_t loser) {
    if (mode_ != Mode::in_order) return;
    sb_.valid[loser] = extents_.live(loser);
    if (sb_.valid[loser] == 0 && sb_.state[loser] == State::closed) enter_order(loser);
  });
  if (mode_ != Mode::overwriting) return;
  decay_ *= (pass_left_ - count) / pass_left_;
  pass_left_ -= count;
  if (pass_left_ <= 0) end_pass();
}

void Bulk::scatter() {
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb) weight_[sb] = valid(sb);
  decay_ = 1;
  extents_.clear();
  mode_ = Mode::scattered;
  rebuild_order();
}

void Bulk::begin_pass() {
  if (victim_ != none) copy_all();
  mode_ = Mode::overwriting;
  pass_left_ = logical_;
}

void Bulk::end_pass() {
  std::fill(weight_.begin(), weight_.end(), 0);
  decay_ = 1;
  mode_ = Mode::in_order;
  rebuild_order();
}

double Bulk::valid() const {
  double sum = 0;
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb) sum += valid(sb);
  return sum;
}

}  // namespace rainier::ftl
