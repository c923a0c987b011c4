#pragma once

#include <cstdint>

#include "models/media/content.hpp"
#include "models/nand/geometry.hpp"
#include "sim/port/huge_array.hpp"

namespace rainier::media {

/// Numbers for the mapping units of the flash by where they really are: die, plane, block, page.
struct Shape {
  std::uint32_t dies, planes, blocks, pages, units;  ///< of the drive, a die, a plane, a block, a page

  std::uint64_t block(std::uint32_t die, nand::PageAddress at) const {
    return (std::uint64_t{die} * planes + at.plane) * blocks + at.block;
  }
  std::uint64_t unit(std::uint32_t die, nand::PageAddress at, std::uint32_t in_page) const {
    return (block(die, at) * pages + at.page) * units + in_page;
  }
  std::uint64_t units_of_block() const { return std::uint64_t{pages} * units; }
  std::uint64_t all_blocks() const { return std::uint64_t{dies} * planes * blocks; }
  std::uint64_t all_units() const { return all_blocks() * units_of_block(); }
};

/// What each mapping unit of the flash holds. Four bytes of address space a unit; memory only for what was
/// written.
class PageStore {
 public:
  PageStore(const Shape& shape, Contents& contents)
      : shape_(shape), contents_(contents), slots_(shape.all_units()) {}

  std::uint32_t operator[](std::uint64_t unit) const { return slots_[unit]; }
  /// The unit holds the content from here on; the slot is the store's.
  void program(std::uint64_t unit, std::uint32_t content) {
    contents_.give(slots_[unit]);
    if (content != slots_[unit]) slots_[unit] = content;
  }
  /// The content, taken out.
  std::uint32_t take(std::uint64_t unit) {
    const std::uint32_t content = slots_[unit];
    if (content != no_content) slots_[unit] = no_content;
    return content;
  }
  void erase(std::uint32_t die, nand::PageAddress at) {
    const std::uint64_t first = shape_.block(die, at) * shape_.units_of_block();
    for (std::uint64_t unit = first; unit < first + shape_.units_of_block(); ++unit)
      contents_.give(take(unit));
  }
  void clear() {
    for (std::uint64_t unit = 0; unit < slots_.size(); ++unit) contents_.give(take(unit));
  }

 private:
  Shape shape_;
  Contents& contents_;
  HugeArray<std::uint32_t> slots_;
};

}  // namespace rainier::media
