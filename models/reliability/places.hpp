#pragma once

#include <cstdint>

#include "sim/random/philox.hpp"

namespace rainier::reliability {

/// Where each codeword of the flash stands among all that are like it: the share of them that has more
/// errors. It is the same from the program of a page until the next one, so that a page that is read again in
/// the same state has the same errors, and more of them as its error rate grows. Nothing is kept: the number
/// follows from the page, the version of its content and the codeword. About 10 ns.
class Places {
 public:
  /// The key is drawn from the stream.
  explicit Places(Philox random) : key_{random.uint32(), random.uint32()}, tag_(random.uint32()) {}

  /// In (0, 1).
  double of(std::uint32_t page, std::uint32_t version, std::uint32_t codeword) const {
    const Philox::Counter words = Philox::block({page, version, codeword, tag_}, key_);
    const std::uint64_t word = std::uint64_t{words[0]} << 32 | words[1];
    return (static_cast<double>(word >> 12) + 0.5) * 0x1p-52;
  }

 private:
  Philox::Key key_;
  std::uint32_t tag_;
};

}  // namespace rainier::reliability
