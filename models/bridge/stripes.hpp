#pragma once

#include <algorithm>
#include <cstdint>

namespace rainier::bridge {

/// Bytes of one drive, side by side there.
struct Extent {
  std::uint64_t first = 0, bytes = 0;
};

/// Where the host's bytes lie: in pieces of `stripe`, on one drive after the other. All pieces of a request
/// that one drive has lie side by side there, so that it gets one command. Bytes; O(1).
class Stripes {
 public:
  Stripes(std::uint64_t stripe, std::uint32_t members) : stripe_(stripe), members_(members) {}

  /// What of [first, first + bytes) is the member's.
  Extent of(std::uint32_t member, std::uint64_t first, std::uint64_t bytes) const {
    const std::uint64_t from = before(member, first);
    return {from, before(member, first + bytes) - from};
  }

 private:
  /// How many of the first `bytes` bytes are the member's.
  std::uint64_t before(std::uint32_t member, std::uint64_t bytes) const {
    const std::uint64_t row = stripe_ * members_, rest = bytes % row;
    const std::uint64_t start = stripe_ * member;
    return bytes / row * stripe_ + std::min(rest > start ? rest - start : 0, stripe_);
  }

  std::uint64_t stripe_;
  std::uint32_t members_;
};

}  // namespace rainier::bridge
