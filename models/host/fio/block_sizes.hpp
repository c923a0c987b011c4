#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/host/fio/job.hpp"
#include "sim/random/philox.hpp"

namespace rainier::fio {

/// How long the requests of one direction are: one size, a range, or a list with weights.
class BlockSizes {
 public:
  BlockSizes() = default;
  BlockSizes(const Job& job, std::size_t direction);

  std::uint64_t smallest() const { return smallest_; }
  std::uint64_t largest() const { return largest_; }
  bool fixed() const { return kind_ == Kind::fixed; }

  /// A length of at most `room` bytes, which must hold the smallest.
  std::uint64_t draw(std::uint64_t room, Philox& random) const {
    return kind_ == Kind::fixed ? smallest_ : draw_mixed(room, random);
  }

 private:
  enum class Kind : std::uint8_t { fixed, range, weighted };
  struct Share {
    double up_to;  ///< cumulated, in percent
    std::uint64_t bytes;
  };

  std::uint64_t draw_mixed(std::uint64_t room, Philox& random) const;
  std::uint64_t draw_once(Philox& random) const;

  Kind kind_ = Kind::fixed;
  std::uint64_t smallest_ = 0, largest_ = 0;
  std::uint64_t step_ = 0;
  std::vector<Share> shares_;
};

}  // namespace rainier::fio
