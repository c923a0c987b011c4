#pragma once

#include <cstdint>
#include <memory>

#include "models/ftl/params.hpp"
#include "models/ftl/superblocks.hpp"
#include "sim/random/philox.hpp"

namespace rainier {
class Archive;
}

namespace rainier::ftl {

/// Chooses the superblock that GC collects next. A policy is one file beside this one; it is asked once a
/// superblock, so a scan over all of them costs nothing a request would feel.
class Victim {
 public:
  virtual ~Victim() = default;
  /// @param user_units  pages a superblock can hold
  /// @param now         host pages written so far, the clock of ages
  /// @return a collectable superblock, or `none_found` where there is none
  virtual std::uint32_t choose(const Superblocks& superblocks, std::uint32_t user_units,
                               std::uint64_t now) = 0;
  /// Writes or reads what the policy remembers from one choice to the next: a policy that does has one.
  virtual void archive(Archive&) {}

  static constexpr std::uint32_t none_found = ~std::uint32_t{0};
};

std::unique_ptr<Victim> make_victim(const GcParams& params, Philox random);

}  // namespace rainier::ftl
