#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "validation/oracles/domain.hpp"

/// A page-mapped FTL too plain to be wrong: what a real one is compared with. Units (superblocks) of b pages;
/// no parity, no wear levelling, no time. A collection is complete before the host's next page is placed, and
/// happens only when the log needs a unit. Greedy looks at every unit each time: slow, and
/// obviously right.
namespace rainier::oracle {

/// Which closed unit is collected. Ties go to the lowest number.
enum class VictimPolicy { greedy, fifo, random, d_choices };
/// Whether copies share the open unit of the host's writes or fill one of their own.
enum class Frontiers { shared, separate };

struct ReferenceParams {
  std::uint32_t closed_units;  ///< units closed when a victim is chosen; open and free ones come on top
  std::uint32_t unit_pages;    ///< b
  double op;                   ///< over-provisioning over the closed units; logical pages are rounded down
  VictimPolicy policy;
  std::uint32_t choices = 1;  ///< d, for d_choices: drawn with replacement
  Frontiers frontiers = Frontiers::shared;
};

class ReferenceFtl {
 public:
  struct Place {
    std::uint32_t unit;
    std::uint32_t slot;
    bool operator==(const Place&) const = default;
  };

  ReferenceFtl(const ReferenceParams& params, std::uint64_t seed)
      : params_(params),
        map_(static_cast<std::size_t>(double(params.closed_units) * params.unit_pages / (1 + params.op))),
        units_(params.closed_units + (params.frontiers == Frontiers::shared ? 1 : 2)),
        valid_(units_.size()),
        bits_(seed) {
    require(params.closed_units >= 2 && params.unit_pages >= 1 && params.choices >= 1,
            "reference FTL: two closed units, a page in each and one choice at least");
    require(map_.size() + params.unit_pages <= std::size_t{params.closed_units} * params.unit_pages,
            "reference FTL: the spare must hold a unit");
    for (std::uint32_t u = 0; u < units_.size(); ++u) free_.push_back(u);
  }

  std::uint32_t logical_pages() const { return static_cast<std::uint32_t>(map_.size()); }
  std::uint64_t host_writes() const { return host_writes_; }
  std::uint64_t copies() const { return copies_; }
  std::uint64_t erases() const { return erases_; }
  std::optional<Place> lookup(std::uint32_t lpn) const { return map_.at(lpn); }

  void write(std::uint32_t lpn) {
    require(lpn < map_.size(), "reference FTL: no such page");
    make_room_for_host();
    ++host_writes_;
    append(host_, lpn);
  }

  void trim(std::uint32_t lpn) {
    if (map_.at(lpn)) --valid_[map_[lpn]->unit];
    map_[lpn].reset();
  }

  std::uint64_t mapped() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(map_, [](const auto& p) { return p.has_value(); }));
  }

  /// Looks at everything: each mapped page is where the map says, each unit counts its pages right and is in
  /// one state only.
  bool consistent() const {
    std::vector<std::uint32_t> valid(units_.size());
    for (std::uint32_t lpn = 0; lpn < map_.size(); ++lpn) {
      if (!map_[lpn]) continue;
      const Pages& pages = units_[map_[lpn]->unit];
      if (map_[lpn]->slot >= pages.size() || pages[map_[lpn]->slot] != lpn) return false;
      ++valid[map_[lpn]->unit];
    }
    for (std::uint32_t u = 0; u < units_.size(); ++u)
      if (valid_[u] != valid[u]) return false;
    std::multiset<std::uint32_t> all(free_.begin(), free_.end());
    all.insert(closed_.begin(), closed_.end());
    if (host_) all.insert(*host_);
    if (copy_) all.insert(*copy_);
    return all.size() == units_.size() &&
           std::set<std::uint32_t>(all.begin(), all.end()).size() == units_.size();
  }

 private:
  using Frontier = std::optional<std::uint32_t>;  ///< an open unit with room, if there is one
  using Pages = std::vector<std::uint32_t>;       ///< the logical page each slot was written with

  /// The last free unit is kept for copies, which need one before the victim they come from is free itself.
  void make_room_for_host() {
    while (!host_ && free_.size() < 2) collect();
  }

  /// Writes `lpn` to the frontier, which takes a free unit if it has none and gives it up when it is full.
  void append(Frontier& frontier, std::uint32_t lpn) {
    if (!frontier) {
      frontier = free_.front();
      free_.pop_front();
    }
    Pages& pages = units_[*frontier];
    trim(lpn);
    map_[lpn] = Place{*frontier, static_cast<std::uint32_t>(pages.size())};
    pages.push_back(lpn);
    ++valid_[*frontier];
    if (pages.size() < params_.unit_pages) return;
    closed_.push_back(*frontier);
    frontier.reset();
  }

  void collect() {
    const std::uint32_t victim = choose();
    closed_.erase(std::ranges::find(closed_, victim));
    Frontier& frontier = params_.frontiers == Frontiers::shared ? host_ : copy_;
    const Pages pages = units_[victim];
    for (std::uint32_t slot = 0; slot < pages.size(); ++slot) {
      if (map_[pages[slot]] != Place{victim, slot}) continue;
      append(frontier, pages[slot]);
      ++copies_;
    }
    units_[victim].clear();
    free_.push_back(victim);
    ++erases_;
  }

  std::uint32_t choose() {
    switch (params_.policy) {
      case VictimPolicy::fifo:
        return closed_.front();
      case VictimPolicy::random:
        return any_closed();
      case VictimPolicy::greedy:
        return emptiest_closed();
      case VictimPolicy::d_choices:
        break;
    }
    std::uint32_t best = any_closed();
    for (std::uint32_t i = 1; i < params_.choices; ++i) {
      const std::uint32_t other = any_closed();
      if (valid_[other] < valid_[best]) best = other;
    }
    return best;
  }

  std::uint32_t any_closed() { return closed_[bits_() % closed_.size()]; }

  std::uint32_t emptiest_closed() const {
    std::vector<std::uint32_t> valid = valid_;
    constexpr auto never = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint32_t unit : free_) valid[unit] = never;
    if (host_) valid[*host_] = never;
    if (copy_) valid[*copy_] = never;
    std::uint32_t fewest = never;
    for (const std::uint32_t count : valid) fewest = std::min(fewest, count);
    return static_cast<std::uint32_t>(std::ranges::find(valid, fewest) - valid.begin());
  }

  ReferenceParams params_;
  std::vector<std::optional<Place>> map_;
  std::vector<Pages> units_;
  std::vector<std::uint32_t> valid_;  ///< pages of each unit that the map points at
  std::deque<std::uint32_t> free_;
  std::vector<std::uint32_t> closed_;  ///< in the order they were closed
  Frontier host_, copy_;
  std::mt19937_64 bits_;
  std::uint64_t host_writes_ = 0, copies_ = 0, erases_ = 0;
};

/// Write amplification over `measured` drive writes of `traffic` (a callable giving logical pages), after
/// `warm_up`.
template <typename Traffic>
double measured_write_amplification(ReferenceFtl& ftl, Traffic traffic, double warm_up, double measured) {
  const double pages = ftl.logical_pages();
  for (double n = 0; n < warm_up * pages; ++n) ftl.write(traffic());
  const std::uint64_t copies = ftl.copies();
  const std::uint64_t writes = ftl.host_writes();
  for (double n = 0; n < measured * pages; ++n) ftl.write(traffic());
  return 1 + static_cast<double>(ftl.copies() - copies) / static_cast<double>(ftl.host_writes() - writes);
}

}  // namespace rainier::oracle
