#pragma once

#include "validation/oracles/domain.hpp"

namespace rainier::oracle {

/// Host bytes until the mean block has seen its rated cycles, under perfect wear levelling:
/// raw x P/E x k/(k+1) / WA. Write amplification as in write_amplification.hpp, parity apart.
struct Endurance {
  double raw_bytes;
  double cycles;  ///< rated program/erase cycles
  int k;          ///< data pages of a k+1 RAIN stripe
};

constexpr double host_bytes(const Endurance& e, double write_amplification) {
  require(write_amplification >= 1 && e.k >= 1,
          "endurance: write amplification is at least 1, a stripe has data");
  return e.raw_bytes * e.cycles * e.k / (e.k + 1.0) / write_amplification;
}

/// The inverse: cycles of the mean block after `written` host bytes.
constexpr double mean_cycles(const Endurance& e, double written, double write_amplification) {
  return written * write_amplification * (e.k + 1.0) / e.k / e.raw_bytes;
}

/// Full drive writes a day over a warranty, from a rating in host bytes.
constexpr double drive_writes_per_day(double rating, double user_bytes, double years) {
  return rating / user_bytes / (365 * years);
}

}  // namespace rainier::oracle
