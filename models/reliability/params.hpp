#pragma once

#include <cstdint>

namespace rainier::config {
class Schema;
}

namespace rainier::reliability {

/// The error-correcting code, and how raw bit errors grow with program/erase cycles.
struct Params {
  std::uint32_t ecc_bits = 8;  ///< bit errors that the BCH code corrects in a codeword
  double fresh_rber = 1e-8;    ///< raw bit error rate of a block never cycled
  double rated_rber = 1e-5;    ///< of a block at its rated cycles
  double exponent = 2;         ///< of the power law between the two, and beyond
};

void describe(config::Schema& schema, Params& params);

}  // namespace rainier::reliability
