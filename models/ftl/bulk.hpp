#pragma once

#include <cstdint>
#include <vector>

#include "models/ftl/bulk_extents.hpp"
#include "models/ftl/bulk_order.hpp"
#include "models/ftl/bulk_tier.hpp"

namespace rainier::ftl {

/// The bulk tier: the FTL superblock by superblock, for petabytes. It keeps what decides about wear (which
/// superblock is opened, collected, erased, with the policy objects, levelling and free pool of Ftl) and no
/// page: valid counts are real numbers that decay as random writes hit every mapped unit alike, so each is a
/// weight that collection moves and that nothing else changes, times one common factor. Data written in order
/// are kept exactly, as runs.
///
/// It leaves out the scatter of valid counts about their mean, so greedy amplifies as FIFO does, by a share
/// of about 1 / (2 x units of a superblock) more than it should: 0.5 % at 100 units, nothing at 10,000. Runs
/// of random writes must be short beside a superblock. In scattered data the emptiest superblock is also the
/// oldest (nearly), so cost-benefit and windowed-greedy choose as greedy does. Host data have one stream.
///
/// Cost: 30 to 80 ns a superblock collected under greedy, FIFO, random and d-choices.
class Bulk : public BulkTier {
 public:
  /// @param logical_units  mapping units of the host
  /// @throws std::invalid_argument if GC could not make progress
  Bulk(const Layout& layout, const Params& params, std::uint32_t logical_units, std::uint64_t seed);

  /// Writes mapping units in order, from where the last such call ended, round and round.
  void write_sequential(std::uint64_t units);
  /// Writes mapping units at uniformly random places, one at a time or in short runs.
  void write_random(std::uint64_t units);

  /// Mapped units of a superblock, and of all of them. The valid counts of superblocks() are those of
  /// in-order data, or relative.
  double valid(std::uint32_t superblock) const {
    const bool shrinks = superblock == victim_ && mode_ == Mode::scattered;
    const double weight = shrinks ? copy_rate_ * to_gain_ : weight_[superblock];
    return weight * decay_ + extents_.live(superblock);
  }
  double valid() const;

 private:
  /// Which data there are: in order (runs), scattered (weights), or both while a pass in order overwrites
  /// scattered data.
  enum class Mode : std::uint8_t { in_order, scattered, overwriting };

  // bulk.cpp: the host's writes
  double step(double most);
  double pay_for_copies(double most);
  double decay(double writes);
  void rescale();
  void overwrite(std::uint32_t count);
  void scatter();
  void begin_pass();
  void end_pass();

  // bulk_collection.cpp: superblocks
  void make_room();
  bool open_for_host();
  void close(Frontier& frontier);
  void enter_order(std::uint32_t superblock);
  bool choose_victim();
  std::uint32_t policy_victim();
  std::uint32_t front_of(BulkOrder& order);
  std::uint32_t levelling_victim() const;
  void refresh_valid();
  void rebuild_order();
  void copy_all();
  void erase_victim();
  bool is_stale(const BulkOrder::Entry& entry) const {
    return sb_.closed_at[entry.superblock] != entry.stamp;
  }
  std::uint32_t relative(double weight) const { return static_cast<std::uint32_t>(weight * scale_); }

  double per_unit_;  ///< 1 / logical_
  double scale_;     ///< of weights as whole numbers, which the policy objects compare

  Mode mode_ = Mode::in_order;
  std::vector<double> weight_;  ///< of scattered data: valid units / decay_
  double decay_ = 1;
  double pass_left_ = 0;  ///< units of a pass that overwrites scattered data, until its end
  BulkExtents extents_;
  std::uint32_t position_ = 0;  ///< logical unit that is written in order next
  BulkOrder order_;             ///< closed superblocks: oldest first for FIFO, else emptiest first
  BulkOrder empty_;             ///< closed superblocks without valid data, oldest first

  std::uint32_t to_levelling_ = 0;  ///< victims until one may be chosen to level wear
  double copy_rate_ = 0;            ///< weight that moves for each unit of to_gain_
  std::uint32_t most_erases_ = 0, least_erases_ = 0, at_least_;
};

}  // namespace rainier::ftl
