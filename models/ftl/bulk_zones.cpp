#include "models/ftl/bulk_zones.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/ftl/victim/levelling.hpp"

namespace rainier::ftl {

BulkZones::BulkZones(const Layout& layout, const Params& params, std::uint32_t logical_units,
                     std::vector<Zone> zones, std::uint64_t seed)
    : BulkTier(layout, params, logical_units, seed),
      zones_(std::move(zones)),
      weights_(layout.superblocks(), Weights{}),
      drawn_at_(layout.superblocks()),
      random_(seed, "ftl.bulk") {
  Zone sum{0, 0};
  for (const Zone& zone : zones_) {
    if (!(zone.writes > 0 && zone.addresses > 0))
      throw std::invalid_argument("a zone has a share of the writes and of the addresses");
    sum = {sum.writes + zone.writes, sum.addresses + zone.addresses};
  }
  if (zones_.empty() || zones_.size() > most_zones || std::abs(sum.writes - 1) > 1e-9 ||
      std::abs(sum.addresses - 1) > 1e-9)
    throw std::invalid_argument("expected 1 to 8 zones whose shares add up to one");
  decay_.fill(1);
}

double BulkZones::valid(std::uint32_t superblock) const {
  double sum = 0;
  for (std::size_t k = 0; k < zones_.size(); ++k) sum += weights_[superblock][k] * decay_[k];
  return sum;
}

double BulkZones::valid() const {
  double sum = 0;
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb) sum += valid(sb);
  return sum;
}

void BulkZones::fill() {
  for (std::size_t k = 0; k < zones_.size(); ++k)
    for (double left = zones_[k].addresses * logical_; left > 0;) {
      Frontier& to = frontiers_[host];
      if (to.room <= 0) open(host);
      const double units = std::min(left, to.room);
      weights_[to.superblock][k] += units;
      left -= units;
      to.room -= units;
      if (to.room <= 0) close(to);
    }
  written_ += static_cast<std::uint64_t>(logical_);
}

// Of what a step writes to a zone, the part that the step itself overwrites is not valid at its end.
void BulkZones::write(std::uint64_t units) {
  for (double left = static_cast<double>(units); left > 0;) {
    if (victim_ == none || frontiers_[host].room <= 0) make_room();
    Frontier& to = frontiers_[host];
    double step = std::min(left, to.room);
    if (victim_ != none) step = std::min(step, to_gain_);
    for (std::size_t k = 0; k < zones_.size(); ++k) {
      const double held = zones_[k].addresses * logical_;
      const double kept = std::exp(-step * zones_[k].writes / held);
      decay_[k] *= kept;
      weights_[to.superblock][k] += held * (1 - kept) / decay_[k];
    }
    left -= step;
    to.room -= step;
    if (to.room <= 0) close(to);
    if (victim_ == none) continue;
    copy(step / to_gain_);
    to_gain_ -= step;
    if (to_gain_ <= 0) erase_victim();
  }
  written_ += units;
}

void BulkZones::make_room() {
  if (*std::min_element(decay_.begin(), decay_.end()) < 1e-100) rescale();
  if (victim_ == none && free_superblocks() < params_.gc.free_target) choose_victim();
  while (frontiers_[host].room <= 0) {
    if (free_superblocks() > params_.gc.free_reserve) {
      open(host);
    } else {
      if (victim_ == none && !choose_victim())
        throw std::logic_error("GC makes no progress: no page to copy and no superblock to erase");
      copy(1);
      erase_victim();
    }
  }
}

void BulkZones::close(Frontier& frontier) { drawn_at_[close_superblock(frontier)] = decay_; }

bool BulkZones::choose_victim() {
  std::uint32_t victim = counters_.victims % params_.wear.interval == 0 ? levelling_victim() : none;
  const bool levelling = victim != none;
  if (!levelling) {
    refresh_valid();
    victim = policy_->choose(sb_, layout_.user_units(), written_);
  }
  if (victim == none) return false;
  begin_collecting(victim, valid(victim), levelling);
  return true;
}

// Scatter is drawn for those so close to the emptiest that it could make them so.
void BulkZones::refresh_valid() {
  std::uint32_t least = none;
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb) {
    sb_.valid[sb] = static_cast<std::uint32_t>(valid(sb));
    if (sb_.state[sb] == State::closed) least = std::min(least, sb_.valid[sb]);
  }
  const double reach = least + 8 * std::sqrt(least + 1.0);
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb)
    if (sb_.state[sb] == State::closed && sb_.valid[sb] < reach) {
      draw_scatter(sb);
      sb_.valid[sb] = static_cast<std::uint32_t>(valid(sb));
    }
}

// Each unit has been overwritten or not by chance: a binomial about the mean, by its normal. What one loses
// by chance the others keep, as a zone has as many units as ever.
void BulkZones::draw_scatter(std::uint32_t superblock) {
  Weights& weights = weights_[superblock];
  for (std::size_t k = 0; k < zones_.size(); ++k) {
    const double mean = weights[k] * decay_[k], kept = decay_[k] / drawn_at_[superblock][k];
    const double drawn = std::max(0.0, mean + std::sqrt(std::max(0.0, mean * (1 - kept))) * normal());
    weights[k] = drawn / decay_[k];
    drawn_at_[superblock][k] = decay_[k];
    decay_[k] *= 1 - (drawn - mean) / (zones_[k].addresses * logical_);
  }
}

// Box and Muller.
double BulkZones::normal() {
  const double radius = std::sqrt(2 * random_.exponential());
  return radius * std::cos(6.283185307179586 * random_.unit());
}

std::uint32_t BulkZones::levelling_victim() const {
  if (!params_.wear.static_levelling) return none;
  return coldest_if_spread(sb_, *std::max_element(sb_.erases.begin(), sb_.erases.end()), params_.wear.spread);
}

// A share of what the victim still holds, all zones alike; what does not fit goes on in a new superblock.
void BulkZones::copy(double share) {
  Weights& from = weights_[victim_];
  double left = valid(victim_) * share;
  copied_ += left;
  while (left > 0) {
    Frontier& to = frontiers_[gc];
    if (to.room <= 0) open(gc);
    const double units = std::min(left, to.room), part = share * units / left;
    for (std::size_t k = 0; k < zones_.size(); ++k) {
      weights_[to.superblock][k] += from[k] * part;
      from[k] -= from[k] * part;
    }
    share = part < share ? (share - part) / (1 - part) : 0;
    left = share > 0 ? left - units : 0;
    to.room -= units;
    if (to.room <= 0) close(to);
  }
}

void BulkZones::erase_victim() {
  weights_[victim_] = {};
  end_collecting();
}

void BulkZones::rescale() {
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb)
    for (std::size_t k = 0; k < zones_.size(); ++k) {
      weights_[sb][k] *= decay_[k];
      drawn_at_[sb][k] /= decay_[k];
    }
  decay_.fill(1);
}

}  // namespace rainier::ftl
