#pragma once

#include <cstdint>
#include <random>

#include "validation/oracles/domain.hpp"

/// Streams of logical pages to write, the same on every standard library for the same seed.
namespace rainier::oracle {

/// Every page equally likely, each write independent of the others.
class UniformTraffic {
 public:
  UniformTraffic(std::uint32_t pages, std::uint64_t seed) : bits_(seed), pages_(pages) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(bits_() % pages_); }

 private:
  std::mt19937_64 bits_;
  std::uint32_t pages_;
};

/// A share of the writes falls on the first share of the pages, uniformly inside each part.
class HotColdTraffic {
 public:
  HotColdTraffic(std::uint32_t pages, double hot_writes, double hot_pages, std::uint64_t seed)
      : bits_(seed),
        pages_(pages),
        hot_(static_cast<std::uint32_t>(pages * hot_pages)),
        hot_writes_(hot_writes) {
    require(hot_ > 0 && hot_ < pages_, "hot and cold: both parts need pages");
  }
  std::uint32_t operator()() {
    const bool hot = static_cast<double>(bits_() >> 11) * 0x1p-53 < hot_writes_;
    return static_cast<std::uint32_t>(hot ? bits_() % hot_ : hot_ + bits_() % (pages_ - hot_));
  }

 private:
  std::mt19937_64 bits_;
  std::uint32_t pages_;
  std::uint32_t hot_;
  double hot_writes_;
};

/// One page after the other, from the first, round and round.
class SequentialTraffic {
 public:
  explicit SequentialTraffic(std::uint32_t pages) : pages_(pages) {}
  std::uint32_t operator()() { return next_++ % pages_; }

 private:
  std::uint32_t pages_;
  std::uint32_t next_ = 0;
};

}  // namespace rainier::oracle
