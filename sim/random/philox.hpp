#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "sim/kernel/invariant.hpp"

namespace rainier {

/// Random numbers as a function of (seed, stream, run, position): Philox4x32-10 of Salmon, Moraes, Dror and
/// Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011), with its published constants.
/// A component owns one stream, named by its path; replicas differ in `run`. About 3 ns a draw.
class Philox {
 public:
  using Counter = std::array<std::uint32_t, 4>;
  using Key = std::array<std::uint32_t, 2>;

  Philox(std::uint64_t seed, std::string_view stream, std::uint32_t run = 0)
      : key_{low(seed), high(seed)}, stream_(name_hash(stream, run)) {}

  /// The bare function: ten rounds.
  static constexpr Counter block(Counter counter, Key key) {
    Words<1> words{{{counter[0]}, {counter[1]}, {counter[2]}, {counter[3]}}};
    rounds(words, key);
    return {words[0][0], words[1][0], words[2][0], words[3][0]};
  }

  std::uint32_t uint32() {
    if (used_ == buffer_.size()) fill();
    return buffer_[used_++];
  }
  std::uint64_t uint64() {
    const std::uint64_t first = uint32();
    return first << 32 | uint32();
  }
  /// Uniform in [0, 1), in steps of 2^-53.
  double unit() { return static_cast<double>(uint64() >> 11) * 0x1p-53; }
  /// Uniform in [0, n) without bias (Lemire 2019); n must not be 0. One 32-bit draw for n below 2^32.
  std::uint64_t below(std::uint64_t n) {
    invariant(n != 0, "a random number below zero was asked for");
    return n <= 0xFFFFFFFF ? below32(static_cast<std::uint32_t>(n)) : below64(n);
  }
  /// Exponential with mean 1.
  double exponential() { return -std::log1p(-unit()); }
  bool chance(double p) { return unit() < p; }

  /// Writes or reads the stream and how far it has been drawn.
  template <class Archive>
  void archive(Archive& archive) {
    archive.value(key_);
    archive.value(stream_);
    archive.value(position_);
    archive.value(buffer_);
    archive.below(used_, buffer_.size() + 1);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

  /// FNV-1a, 64 bits, over the name and the four bytes of the run number.
  static constexpr std::uint64_t name_hash(std::string_view name, std::uint32_t run) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto take = [&hash](std::uint8_t byte) { hash = (hash ^ byte) * 0x100000001b3; };
    for (const char c : name) take(static_cast<std::uint8_t>(c));
    for (int shift = 0; shift < 32; shift += 8) take(static_cast<std::uint8_t>(run >> shift));
    return hash;
  }

  /// The four words of several counters: each word's side by side, so that the compiler works on them as
  /// vectors.
  template <std::size_t Blocks>
  using Words = std::array<std::array<std::uint32_t, Blocks>, 4>;

  template <std::size_t Blocks>
  static constexpr void rounds(Words<Blocks>& c, Key k) {
    for (int round = 0; round < 10; ++round) {
      for (std::size_t i = 0; i < Blocks; ++i) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0][i];
        const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2][i];
        c[0][i] = high(p1) ^ c[1][i] ^ k[0];
        c[1][i] = low(p1);
        c[2][i] = high(p0) ^ c[3][i] ^ k[1];
        c[3][i] = low(p0);
      }
      k[0] += 0x9E3779B9;
      k[1] += 0xBB67AE85;
    }
  }

  void fill() {
    constexpr std::size_t blocks = 4;
    Words<blocks> c;
    for (std::size_t i = 0; i < blocks; ++i) {
      c[0][i] = low(position_ + i);
      c[1][i] = high(position_ + i);
      c[2][i] = low(stream_);
      c[3][i] = high(stream_);
    }
    rounds(c, key_);
    for (std::size_t i = 0; i < blocks; ++i)
      for (std::size_t word = 0; word < 4; ++word) buffer_[4 * i + word] = c[word][i];
    position_ += blocks;
    used_ = 0;
  }

  std::uint64_t below32(std::uint32_t n) {
    std::uint64_t product = std::uint64_t{uint32()} * n;
    if (low(product) < n) {
      const std::uint32_t unfair = (0U - n) % n;
      while (low(product) < unfair) product = std::uint64_t{uint32()} * n;
    }
    return high(product);
  }

  std::uint64_t below64(std::uint64_t n) {
    Wide product = Wide{uint64()} * n;
    if (static_cast<std::uint64_t>(product) < n) {
      const std::uint64_t unfair = (0ULL - n) % n;
      while (static_cast<std::uint64_t>(product) < unfair) product = Wide{uint64()} * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  Key key_;
  std::uint64_t stream_;
  std::uint64_t position_ = 0;
  std::array<std::uint32_t, 16> buffer_{};
  std::size_t used_ = buffer_.size();
};

}  // namespace rainier
