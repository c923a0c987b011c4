#pragma once

#include <cstdint>
#include <vector>

#include "models/reliability/errors.hpp"
#include "sim/random/philox.hpp"

namespace rainier::reliability {

/// Draws what a read of several codewords of one error rate meets, a number or two for all of them: first
/// whether any of them fails, by the closed form; only then which, or else how many errors the worst has.
/// About 100 ns a read.
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
  Read read(std::uint32_t codewords, double rber, Philox& random);
  /// Errors of all codewords together, each drawn by itself.
  std::uint32_t errors(std::uint32_t codewords, double rber, Philox& random) const;

 private:
  double none(double rber) const;
  /// The number of errors that a codeword exceeds with a probability of at most `above`.
  std::uint32_t quantile(double rber, double above, std::uint32_t most) const;

  Codeword codeword_;
  double bits_;
  std::vector<double> logs_;  ///< of the failures, by the logarithm of the rate; not a number: not yet asked
};

/// How many of `count` things fail that each fail with `probability`, if any does.
std::uint32_t failing_if_any(std::uint32_t count, double probability, Philox& random);

}  // namespace rainier::reliability
