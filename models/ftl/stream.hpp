#pragma once

#include <cstdint>

#include "models/ftl/layout.hpp"
#include "models/rain/stripes.hpp"

namespace rainier::ftl {

/// A write frontier: one open superblock, filled unit by unit. The parity unit of each stripe is skipped and
/// named when its stripe is full.
class Stream {
 public:
  bool is_open() const { return superblock_ != none; }
  std::uint32_t superblock() const { return superblock_; }
  std::uint32_t next_unit() const { return next_; }
  /// User pages that still fit.
  std::uint32_t room() const { return room_; }

  void open(std::uint32_t superblock, const Layout& layout) {
    superblock_ = superblock;
    next_ = 0;
    room_ = layout.user_units();
    begin_stripe(layout, 0);
  }
  void close() {
    superblock_ = none;
    room_ = 0;
  }

  struct Taken {
    std::uint32_t unit;
    std::uint32_t parity;  ///< unit to be written with the stripe's parity now, or `none`
  };
  /// The next user unit. Needs room() > 0.
  Taken take(const Layout& layout) {
    if (next_ == parity_) ++next_;
    const std::uint32_t unit = next_++;
    --room_;
    if (next_ == parity_) ++next_;
    if (next_ < stripe_end_ || !layout.stripes().enabled()) return {unit, none};
    const std::uint32_t parity = parity_;
    if (room_ > 0) begin_stripe(layout, stripe_end_);
    return {unit, parity};
  }
  /// The parity unit that the current stripe still owes, or `none`.
  std::uint32_t owed_parity() const { return is_open() && next_ > parity_ ? parity_ : none; }

 private:
  void begin_stripe(const Layout& layout, std::uint32_t first) {
    if (!layout.stripes().enabled()) return;
    stripe_end_ = layout.stripes().last(first);
    parity_ = layout.stripes().parity(first);
  }

  std::uint32_t superblock_ = none;
  std::uint32_t next_ = 0, room_ = 0, stripe_end_ = 0, parity_ = none;
};

}  // namespace rainier::ftl
