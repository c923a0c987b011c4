#pragma once

#include <cstdint>
#include <numeric>

#include "sim/kernel/divider.hpp"

namespace rainier::rain {

/// How the units of a superblock form parity stripes. A superblock is written as a sequence of units that
/// cycles over its dies; each run of `data + 1` consecutive units is a stripe, so that its units never share
/// a die (nor a channel, where the stripe is not wider than the channels). One unit of each stripe is parity;
/// its place rotates, over the stripe and over the dies. data = 0: no parity.
class Stripes {
 public:
  Stripes() = default;
  /// @param data      user units of a stripe (7 for RAIN 7+1), 0 for none
  /// @param row       units of one row of the superblock (dies x planes)
  /// @param sequence  units of the superblock; the last stripe may be short, with its parity last
  Stripes(std::uint32_t data, std::uint32_t row, std::uint32_t sequence)
      : width_(data == 0 ? 0 : data + 1),
        sequence_(sequence),
        by_width_(width_ == 0 ? 1 : width_),
        by_lap_(row / std::gcd(row, by_width_.divisor())) {}

  bool enabled() const { return width_ != 0; }
  std::uint32_t width() const { return width_; }

  /// First unit of the stripe that holds unit `at`.
  std::uint32_t first(std::uint32_t at) const { return by_width_.quotient(at) * width_; }
  /// One past the last unit of the stripe that starts at `first`.
  std::uint32_t last(std::uint32_t first_unit) const {
    const std::uint32_t end = first_unit + width_;
    return end < sequence_ ? end : sequence_;
  }
  /// The parity unit of the stripe that starts at `first`.
  std::uint32_t parity(std::uint32_t first_unit) const {
    if (first_unit + width_ > sequence_) return sequence_ - 1;
    const std::uint32_t stripe = by_width_.quotient(first_unit);
    const std::uint32_t lap = by_lap_.quotient(stripe);
    return first_unit + by_width_.remainder(stripe - lap * by_lap_.divisor() + lap);
  }
  /// User units of the whole superblock.
  std::uint32_t user_units() const {
    if (!enabled()) return sequence_;
    const std::uint32_t stripes = (sequence_ + width_ - 1) / width_;
    return sequence_ - stripes;
  }

 private:
  std::uint32_t width_ = 0;
  std::uint32_t sequence_ = 0;
  Divider by_width_;
  Divider by_lap_;  ///< stripes until one begins on the same die again
};

}  // namespace rainier::rain
