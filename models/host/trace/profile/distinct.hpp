#pragma once

#include <cstdint>
#include <vector>

namespace rainier::trace {

/// How many different numbers it was shown, in constant memory: HyperLogLog (Flajolet, Fusy, Gandouet,
/// Meunier, 2007) with linear counting where few were seen. 2^bits bytes; the standard error is 1.04 /
/// 2^(bits / 2).
class Distinct {
 public:
  explicit Distinct(int bits = 12) : bits_(bits), ranks_(std::size_t{1} << bits) {}

  void add(std::uint64_t number) { add_hash(mixed(number)); }
  /// The number's hash, where several of these are shown the same number.
  void add_hash(std::uint64_t hash) {
    const std::size_t place = static_cast<std::size_t>(hash >> (64 - bits_));
    const std::uint64_t rest = hash << bits_ | std::uint64_t{1} << (bits_ - 1);
    const auto rank = static_cast<std::uint8_t>(__builtin_clzll(rest) + 1);
    if (rank > ranks_[place]) ranks_[place] = rank;
  }
  /// As if it had been shown what the other was; both have the same bits.
  void merge(const Distinct& other);
  double estimate() const;

  /// The finaliser of SplitMix64 (Steele, Lea, Flood, 2014).
  static constexpr std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }

 private:
  int bits_;
  std::vector<std::uint8_t> ranks_;
};

}  // namespace rainier::trace
