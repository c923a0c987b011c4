#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/ftl/bulk_tier.hpp"

namespace rainier::ftl {

/// A share of the writes that falls, at random, on a share of the addresses.
struct Zone {
  double writes = 1, addresses = 1;
};

/// The bulk tier for writes that prefer some addresses to others: superblock by superblock, with a weight for
/// each zone that decays as the zone is overwritten (see Bulk, which does the same for one zone, and faster).
/// Host data have one stream, copies another, whatever the separation.
///
/// Cold data hardly change the order in which superblocks become empty, so the scatter of valid counts about
/// their mean, which Bulk leaves out, decides which of many is the emptiest: 3 % of the amplification at
/// 20,000 units a superblock. It is drawn for those that may be chosen.
///
/// Cost: two nanoseconds for each superblock of the drive and each zone, for every victim.
class BulkZones : public BulkTier {
 public:
  /// @param zones  1 to 8, whose shares add up to one
  /// @throws std::invalid_argument if GC could not make progress, or for other zones
  BulkZones(const Layout& layout, const Params& params, std::uint32_t logical_units, std::vector<Zone> zones,
            std::uint64_t seed);

  /// Writes every mapping unit once, zone by zone.
  void fill();
  /// Writes mapping units as the zones have it, on a drive that has been filled.
  void write(std::uint64_t units);

  /// Mapped units of all superblocks.
  double valid() const;

 private:
  static constexpr std::size_t most_zones = 8;
  using Weights = std::array<double, most_zones>;

  double valid(std::uint32_t superblock) const;
  void close(Frontier& frontier);
  void make_room();
  bool choose_victim();
  void refresh_valid();
  void draw_scatter(std::uint32_t superblock);
  double normal();
  std::uint32_t levelling_victim() const;
  void copy(double share);
  void erase_victim();
  void rescale();

  std::vector<Zone> zones_;
  std::vector<Weights> weights_;  ///< of a superblock and a zone: valid units / decay_
  Weights decay_;
  std::vector<Weights> drawn_at_;  ///< decay_ when a superblock's scatter was last drawn
  Philox random_;
};

}  // namespace rainier::ftl
