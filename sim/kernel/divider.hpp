#pragma once

#include <cstdint>

namespace rainier {

/// Division of 32-bit numbers by a divisor known only at run time, by one multiplication (exact for all
/// inputs).
class Divider {
 public:
  constexpr explicit Divider(std::uint32_t divisor = 1)
      : divisor_(divisor), magic_(divisor == 1 ? 0 : ~std::uint64_t{0} / divisor + 1) {}

  constexpr std::uint32_t divisor() const { return divisor_; }
  constexpr std::uint32_t quotient(std::uint32_t n) const {
    if (divisor_ == 1) return n;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>((static_cast<Wide>(magic_) * n) >> 64);
  }
  constexpr std::uint32_t remainder(std::uint32_t n) const { return n - quotient(n) * divisor_; }

 private:
  std::uint32_t divisor_;
  std::uint64_t magic_;
};

}  // namespace rainier
