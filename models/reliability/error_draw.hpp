#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/reliability/errors.hpp"

namespace rainier::reliability {

/// What a read of several codewords of one error rate meets. `place(i)` says where each of them stands among
/// all like it, in (0, 1): the share of them that has more errors. So a codeword fails where more fail than
/// its place says. About 100 ns a read.
class ErrorDraw {
 public:
  explicit ErrorDraw(const Codeword& codeword);

  /// codeword_failure(), from a table by the logarithm of the rate that fills as it is asked: within 0.1 %
  /// down to 1e-300.
  double failure(double rber);

  struct Read {
    std::uint32_t failing = 0;  ///< codewords that can't be corrected
    std::uint32_t worst = 0;    ///< errors of the worst codeword if all can be
  };
  template <class Place>
  Read read(std::uint32_t codewords, double rber, Place&& place) {
    const double fails = failure(rber);
    std::uint32_t failing = 0;
    double least = 1;
    for (std::uint32_t i = 0; i < codewords; ++i) {
      const double at = place(i);
      failing += at < fails;
      least = std::min(least, at);
    }
    return {failing, failing > 0 ? 0 : quantile(rber, least, codeword_.correctable)};
  }
  /// Errors of all codewords together.
  template <class Place>
  std::uint32_t errors(std::uint32_t codewords, double rber, Place&& place) const {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < codewords; ++i)
      sum += quantile(rber, place(i), static_cast<std::uint32_t>(bits_));
    return sum;
  }

 private:
  double none(double rber) const;
  /// The number of errors that a codeword exceeds with a probability of at most `above`.
  std::uint32_t quantile(double rber, double above, std::uint32_t most) const;

  Codeword codeword_;
  double bits_;
  std::vector<double> logs_;  ///< of the failures, by the logarithm of the rate; not a number: not yet asked
};

}  // namespace rainier::reliability
