#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "models/media/page_store.hpp"

namespace rainier {
class Archive;
}

namespace rainier::media {

/// What of the flash does not work. A block, plane, die or channel that failed stays so: it can't be read,
/// programmed or erased. What is wrong with a page or a codeword goes when its block is erased.
class Failures {
 public:
  explicit Failures(const Shape& shape) : shape_(shape), planes_(shape.dies * shape.planes, false) {}

  void fail_plane(std::uint32_t die, std::uint32_t plane) { planes_[die * shape_.planes + plane] = true; }
  bool is_lost(std::uint32_t die) const {
    const auto first = planes_.begin() + die * shape_.planes;
    return std::find(first, first + shape_.planes, false) == first + shape_.planes;
  }
  void fail_block(std::uint32_t die, nand::PageAddress at) { blocks_.insert(shape_.block(die, at)); }
  void fail_page(std::uint32_t die, nand::PageAddress at) {
    for (std::uint32_t unit = 0; unit < shape_.units; ++unit) fail_unit(die, at, unit);
  }
  void fail_unit(std::uint32_t die, nand::PageAddress at, std::uint32_t unit) {
    units_.insert(shape_.unit(die, at, unit));
  }

  /// The block fails to program or erase; what it holds can be read.
  void wear_out(std::uint32_t die, nand::PageAddress at) { worn_.insert(shape_.block(die, at)); }
  bool takes_programs(std::uint32_t die, nand::PageAddress at) const {
    return !is_dead(die, at) && (worn_.empty() || !worn_.contains(shape_.block(die, at)));
  }

  bool is_dead(std::uint32_t die, nand::PageAddress at) const {
    return planes_[die * shape_.planes + at.plane] ||
           (!blocks_.empty() && blocks_.contains(shape_.block(die, at)));
  }
  bool is_unreadable(std::uint32_t die, nand::PageAddress at, std::uint32_t unit) const {
    return is_dead(die, at) || (!units_.empty() && units_.contains(shape_.unit(die, at, unit)));
  }
  std::size_t bad_units() const { return units_.size(); }
  void erased(std::uint32_t die, nand::PageAddress at) {
    if (units_.empty()) return;
    const std::uint64_t first = shape_.block(die, at) * shape_.units_of_block();
    for (std::uint64_t unit = first; unit < first + shape_.units_of_block(); ++unit) units_.erase(unit);
  }
  void archive(Archive& archive);

 private:
  Shape shape_;
  std::vector<bool> planes_;
  std::unordered_set<std::uint64_t> blocks_, worn_;
  std::unordered_set<std::uint64_t> units_;
};

}  // namespace rainier::media
