#pragma once

#include <cstdint>

#include "models/ftl/layout.hpp"
#include "models/rain/stripes.hpp"

namespace rainier::ftl {

/// A write frontier: one open superblock, filled unit by unit. The parity page of each stripe is skipped and
/// named when its stripe is full.
class Stream {
 public:
  bool is_open() const { return superblock_ != none; }
  std::uint32_t superblock() const { return superblock_; }
  /// The page that the next unit goes to; its program has not begun.
  std::uint32_t next_page() const { return next_; }
  /// User units that still fit.
  std::uint32_t room() const { return room_; }
  /// Whether the next unit shares its page with one that is already placed.
  bool in_page() const { return in_page_ != 0; }

  void open(std::uint32_t superblock, const Layout& layout) {
    superblock_ = superblock;
    next_ = in_page_ = 0;
    room_ = layout.user_units();
    begin_stripe(layout, 0);
    if (next_ == parity_) ++next_;
  }
  void close() {
    superblock_ = none;
    room_ = 0;
  }

  struct Taken {
    std::uint32_t unit;
    bool page_full;             ///< the unit's page is to be programmed now
    std::uint32_t parity_page;  ///< to be written with the stripe's parity now, or `none`
  };
  /// The next user unit. Needs room() > 0.
  Taken take(const Layout& layout) {
    const std::uint32_t unit = (next_ << layout.page_shift()) + in_page_;
    --room_;
    if (++in_page_ < layout.units_per_page()) return {unit, false, none};
    in_page_ = 0;
    if (++next_ == parity_) ++next_;
    if (next_ < stripe_end_ || !layout.stripes().enabled()) return {unit, true, none};
    const std::uint32_t parity = parity_;
    if (room_ > 0) {
      begin_stripe(layout, stripe_end_);
      if (next_ == parity_) ++next_;
    }
    return {unit, true, parity};
  }
  /// The parity page that the current stripe still owes, or `none`.
  std::uint32_t owed_parity() const { return is_open() && next_ > parity_ ? parity_ : none; }

 private:
  void begin_stripe(const Layout& layout, std::uint32_t first) {
    if (!layout.stripes().enabled()) return;
    stripe_end_ = layout.stripes().last(first);
    parity_ = layout.stripes().parity(first);
  }

  std::uint32_t superblock_ = none;
  std::uint32_t next_ = 0, in_page_ = 0, room_ = 0, stripe_end_ = 0, parity_ = none;
};

}  // namespace rainier::ftl
