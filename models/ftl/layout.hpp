#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "models/nand/geometry.hpp"
#include "models/rain/stripes.hpp"
#include "sim/kernel/divider.hpp"

namespace rainier::ftl {

/// A mapping unit of the flash by number: superblock x units + unit, so that a superblock is written in
/// number order.
using Ppn = std::uint32_t;
/// A logical page (mapping unit) by number.
using Lpn = std::uint32_t;
inline constexpr std::uint32_t none = ~std::uint32_t{0};
inline constexpr std::uint32_t parity_mark = none - 1;  ///< in place of the Lpn of a parity unit
inline constexpr std::uint32_t pad_mark = none - 2;     ///< in place of the Lpn of a unit left empty

/// Where a unit of a superblock lies.
struct Place {
  std::uint32_t die =
      0;  ///< number in channel-first order: die d of channel c comes before die d + 1 of channel 0
  nand::PageAddress at;
};

/// How superblocks lie on the dies. A superblock takes one block (on each of `planes`) of `width` dies that
/// follow each other, channel first; the next superblock takes the next `width` dies. Its pages are numbered
/// row by row (a row is one page number), plane by plane, die by die, so that neighbours are on different
/// channels; a page holds one mapping unit or several.
class Layout {
 public:
  /// @param dies    dies of the drive
  /// @param width   dies of a superblock, at most `dies`
  /// @param planes  planes of a superblock; divides the die's planes
  /// @param blocks  usable blocks of a plane (what remains is the reserve for bad blocks)
  /// @param parity_data_pages  user pages of a RAIN stripe, 0 for no parity
  /// @param units_per_page     mapping units that share a page, a power of two
  Layout(const nand::Params& nand, std::uint32_t dies, std::uint32_t width, std::uint32_t planes,
         std::uint32_t blocks, std::uint32_t parity_data_pages, std::uint32_t units_per_page = 1)
      : dies_(dies),
        width_(width),
        planes_(planes),
        pages_(nand.pages_per_block),
        plane_sets_(nand.planes / planes),
        superblocks_(
            static_cast<std::uint32_t>(std::uint64_t{blocks} * (nand.planes / planes) * dies / width)),
        page_shift_(static_cast<unsigned>(std::countr_zero(units_per_page))),
        units_(width * planes * nand.pages_per_block * units_per_page),
        by_dies_(dies),
        by_width_(width),
        by_sets_(plane_sets_),
        by_row_(width * planes),
        by_units_(units_),
        stripes_(parity_data_pages, width * planes, width * planes * nand.pages_per_block) {}

  std::uint32_t superblocks() const { return superblocks_; }
  /// Mapping units of a superblock, parity included.
  std::uint32_t units() const { return units_; }
  std::uint32_t user_units() const { return stripes_.user_units() << page_shift_; }
  /// Mapping units that share a page.
  std::uint32_t units_per_page() const { return 1U << page_shift_; }
  unsigned page_shift() const { return page_shift_; }
  /// Pages of one page number: dies x planes of the superblock.
  std::uint32_t row() const { return width_ * planes_; }
  std::uint32_t width() const { return width_; }
  std::uint32_t planes() const { return planes_; }
  std::uint32_t pages_per_block() const { return pages_; }
  /// Mapping units of all superblocks.
  std::uint64_t pages() const { return std::uint64_t{superblocks_} * units_; }
  std::uint64_t user_pages() const { return std::uint64_t{superblocks_} * user_units(); }
  const rain::Stripes& stripes() const { return stripes_; }

  std::uint32_t superblock(Ppn ppn) const { return by_units_.quotient(ppn); }
  std::uint32_t unit(Ppn ppn) const { return by_units_.remainder(ppn); }
  Ppn ppn(std::uint32_t superblock, std::uint32_t unit) const { return superblock * units_ + unit; }
  /// The first unit of page number `column` of the superblock's first row.
  Ppn first_of_column(std::uint32_t superblock, std::uint32_t column) const {
    return ppn(superblock, column << page_shift_);
  }

  /// Dies that two superblocks have in common.
  std::uint32_t shared_dies(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t apart = (first_die(a) + dies_ - first_die(b)) % dies_;
    const std::uint32_t ahead = apart < width_ ? width_ - apart : 0;
    const std::uint32_t behind = dies_ - apart < width_ ? width_ - (dies_ - apart) : 0;
    return ahead + behind < width_ ? ahead + behind : width_;
  }

  /// The place in its row of the page that holds `ppn`: plane x width + die.
  std::uint32_t column(Ppn ppn) const { return by_row_.remainder(unit(ppn) >> page_shift_); }

  Place place(Ppn ppn) const {
    const std::uint32_t sb = superblock(ppn);
    const std::uint32_t in_sb = (ppn - sb * units_) >> page_shift_;
    const std::uint32_t page = by_row_.quotient(in_sb);
    const std::uint32_t column = in_sb - page * by_row_.divisor();
    const std::uint32_t plane = by_width_.quotient(column);
    const std::uint32_t linear = sb * width_ + (column - plane * width_);
    const std::uint32_t level = by_dies_.quotient(linear);
    const std::uint32_t block = by_sets_.quotient(level);
    const std::uint32_t set = level - block * plane_sets_;
    return {linear - level * dies_,
            {static_cast<std::uint16_t>(block), static_cast<std::uint16_t>(page),
             static_cast<std::uint8_t>(set * planes_ + plane)}};
  }

 private:
  std::uint32_t first_die(std::uint32_t superblock) const {
    return static_cast<std::uint32_t>(std::uint64_t{superblock} * width_ % dies_);
  }

  std::uint32_t dies_, width_, planes_, pages_, plane_sets_, superblocks_;
  unsigned page_shift_;
  std::uint32_t units_;
  Divider by_dies_, by_width_, by_sets_, by_row_, by_units_;
  rain::Stripes stripes_;
};

}  // namespace rainier::ftl
