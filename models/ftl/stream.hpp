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
    room_ = in_page_ = 0;
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
  /// User units that still fit the stripe (the superblock, without parity); 0 while closed.
  std::uint32_t stripe_room(const Layout& layout) const {
    if (!layout.stripes().enabled() || room_ == 0) return room_;
    const std::uint32_t pages = stripe_end_ - next_ - (next_ < parity_ ? 1 : 0);
    return (pages << layout.page_shift()) - in_page_;
  }
  /// The parity page, if the stripe's next units go round it, or `none`.
  std::uint32_t parity_ahead() const { return next_ < parity_ ? parity_ : none; }
  /// Takes `count` units, less than stripe_room().
  void skip(std::uint32_t count, const Layout& layout) {
    in_page_ += count;
    std::uint32_t pages = in_page_ >> layout.page_shift();
    in_page_ &= layout.units_per_page() - 1;
    if (next_ < parity_ && next_ + pages >= parity_) ++pages;
    next_ += pages;
    room_ -= count;
  }
  /// Takes the stripe_room() units. The parity page that is due now, or `none`.
  std::uint32_t finish_stripe(std::uint32_t count, const Layout& layout) {
    room_ -= count;
    if (!layout.stripes().enabled()) return none;
    const std::uint32_t parity = parity_;
    in_page_ = 0;
    next_ = stripe_end_;
    if (room_ > 0) {
      begin_stripe(layout, stripe_end_);
      if (next_ == parity_) ++next_;
    }
    return parity;
  }
  /// The number of the next unit.
  std::uint32_t next_unit(const Layout& layout) const { return (next_ << layout.page_shift()) + in_page_; }
  /// The parity page that the current stripe still owes, or `none`.
  std::uint32_t owed_parity() const { return is_open() && next_ > parity_ ? parity_ : none; }
  /// Whether all its numbers lie within a superblock: of what was read from a file.
  bool fits(const Layout& layout) const {
    const std::uint32_t pages = layout.units() >> layout.page_shift();
    const bool open = next_ <= pages && in_page_ < layout.units_per_page() && room_ <= layout.user_units();
    return !is_open() || (open && stripe_end_ <= pages && (parity_ == none || parity_ < pages));
  }

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
