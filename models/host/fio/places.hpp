#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/host/fio/job.hpp"
#include "models/host/fio/permutation.hpp"
#include "models/host/fio/ranks.hpp"
#include "sim/random/philox.hpp"

namespace rainier::fio {

/// Where one direction's random accesses begin, as one of `count` places `align` bytes apart:
/// random_distribution. The ranks of zipf and pareto are scattered over the places, the most likely one at
/// the center if one is given; each rank keeps a place of its own (fio's multiplicative hash lets some share
/// one).
class Places {
 public:
  Places() = default;
  /// Throws JobError if the zones of zoned_abs reach past the places.
  Places(const Job& job, std::size_t direction, std::uint64_t count, std::uint64_t align, Philox& setup);

  std::uint64_t count() const { return count_; }
  std::uint64_t draw(Philox& random) const {
    return kind_ == Distribution::uniform ? random.below(count_) : draw_skewed(random);
  }

 private:
  struct Zone {
    double up_to;  ///< cumulated accesses, in percent
    std::uint64_t first, count;
  };

  void set_zones(const Job& job, std::size_t direction, std::uint64_t align);
  std::uint64_t draw_skewed(Philox& random) const;
  std::uint64_t scatter(std::uint64_t rank) const;
  std::uint64_t draw_zone(Philox& random) const;

  Distribution kind_ = Distribution::uniform;
  std::uint64_t count_ = 0;
  std::uint64_t shift_ = 0;  ///< of the order, so that rank 0 comes to lie on the center
  std::optional<Permutation> order_;
  std::optional<Zipf> zipf_;
  std::optional<Pareto> pareto_;
  std::vector<Zone> zones_;
};

}  // namespace rainier::fio
