#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "models/host/request.hpp"

namespace rainier::host {

/// Places for commands that the driver has with the drive: its command slots, or the entries of one queue of
/// NVMe. The lowest that is free is taken. A cache line.
class alignas(64) Queue {
 public:
  Queue(std::uint32_t first, std::uint32_t places)
      : first_(first), places_(places), free_((places + 63) / 64, 0) {
    for (std::uint32_t i = 0; i < places; ++i) free_[i / 64] |= std::uint64_t{1} << (i % 64);
  }

  bool full() const { return used_ == places_ || frozen; }
  std::uint32_t used() const { return used_; }
  /// One place, by its number among those of all queues. There must be one.
  std::uint32_t take() {
    for (std::size_t word = 0;; ++word) {
      if (free_[word] == 0) continue;
      const int bit = std::countr_zero(free_[word]);
      free_[word] &= free_[word] - 1;
      ++used_;
      return first_ + static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(bit));
    }
  }
  void give(std::uint32_t place) {
    place -= first_;
    free_[place / 64] |= std::uint64_t{1} << (place % 64);
    --used_;
  }

  RequestList waiting;            ///< for a place
  std::uint32_t to_work_off = 0;  ///< completions of the last interrupt
  bool frozen = false;            ///< nothing more is sent until an error has been seen to

 private:
  std::uint32_t first_, places_, used_ = 0;
  std::vector<std::uint64_t> free_;  ///< a bit a place
};

}  // namespace rainier::host
