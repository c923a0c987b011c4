#pragma once

#include <cstdint>
#include <vector>

#include "models/nand/geometry.hpp"
#include "models/rain/stripes.hpp"
#include "sim/kernel/divider.hpp"

namespace rainier::ftl {

/// A physical page by number: superblock x units + unit, so that a superblock is written in number order.
using Ppn = std::uint32_t;
/// A logical page (mapping unit) by number.
using Lpn = std::uint32_t;
inline constexpr std::uint32_t none = ~std::uint32_t{0};
inline constexpr std::uint32_t parity_mark = none - 1;  ///< in place of the Lpn of a parity page

/// Where a unit of a superblock lies.
struct Place {
  std::uint32_t die =
      0;  ///< number in channel-first order: die d of channel c comes before die d + 1 of channel 0
  nand::PageAddress at;
};

/// How superblocks lie on the dies. A superblock takes one block (on each of `planes`) of `width` dies that
/// follow each other, channel first; the next superblock takes the next `width` dies. Its units are numbered
/// row by row (a row is one page number), plane by plane, die by die, so that neighbours are on different
/// channels.
class Layout {
 public:
  /// @param dies    dies of the drive
  /// @param width   dies of a superblock, at most `dies`
  /// @param planes  planes of a superblock; divides the die's planes
  /// @param blocks  usable blocks of a plane (what remains is the reserve for bad blocks)
  Layout(const nand::Params& nand, std::uint32_t dies, std::uint32_t width, std::uint32_t planes,
         std::uint32_t blocks, std::uint32_t parity_data_units)
      : dies_(dies),
        width_(width),
        planes_(planes),
        pages_(nand.pages_per_block),
        plane_sets_(nand.planes / planes),
        superblocks_(
            static_cast<std::uint32_t>(std::uint64_t{blocks} * (nand.planes / planes) * dies / width)),
        units_(width * planes * nand.pages_per_block),
        by_dies_(dies),
        by_width_(width),
        by_sets_(plane_sets_),
        by_row_(width * planes),
        by_units_(units_),
        stripes_(parity_data_units, width * planes, units_) {}

  std::uint32_t superblocks() const { return superblocks_; }
  /// Units (pages) of a superblock, parity included.
  std::uint32_t units() const { return units_; }
  std::uint32_t user_units() const { return stripes_.user_units(); }
  /// Units of one page number: dies x planes of the superblock.
  std::uint32_t row() const { return width_ * planes_; }
  std::uint32_t width() const { return width_; }
  std::uint32_t planes() const { return planes_; }
  std::uint32_t pages_per_block() const { return pages_; }
  std::uint64_t pages() const { return std::uint64_t{superblocks_} * units_; }
  std::uint64_t user_pages() const { return std::uint64_t{superblocks_} * user_units(); }
  const rain::Stripes& stripes() const { return stripes_; }

  std::uint32_t superblock(Ppn ppn) const { return by_units_.quotient(ppn); }
  std::uint32_t unit(Ppn ppn) const { return by_units_.remainder(ppn); }
  Ppn ppn(std::uint32_t superblock, std::uint32_t unit) const { return superblock * units_ + unit; }

  Place place(Ppn ppn) const {
    const std::uint32_t sb = superblock(ppn);
    const std::uint32_t in_sb = ppn - sb * units_;
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
  std::uint32_t dies_, width_, planes_, pages_, plane_sets_, superblocks_, units_;
  Divider by_dies_, by_width_, by_sets_, by_row_, by_units_;
  rain::Stripes stripes_;
};

}  // namespace rainier::ftl
