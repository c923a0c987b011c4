#pragma once

#include <cstdint>

namespace rainier {

/// Division of 32-bit numbers by a divisor known only at run time, by one multiplication and without a
/// branch. Exact for all inputs: with m = (2^64 - 1 - r) / d, m (n + 1) is (n + 1) / d times 2^64 less at
/// most (r + 1) (n + 1) / d, which is not above 2^64 / d.
class Divider {
 public:
  constexpr explicit Divider(std::uint32_t divisor = 1)
      : divisor_(divisor), magic_(~std::uint64_t{0} / divisor) {}

  constexpr std::uint32_t divisor() const { return divisor_; }
  constexpr std::uint32_t quotient(std::uint32_t n) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>((static_cast<Wide>(magic_) * (std::uint64_t{n} + 1)) >> 64);
  }
  constexpr std::uint32_t remainder(std::uint32_t n) const { return n - quotient(n) * divisor_; }

 private:
  std::uint32_t divisor_;
  std::uint64_t magic_;
};

}  // namespace rainier
