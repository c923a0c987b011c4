#pragma once

#include "validation/oracles/domain.hpp"

/// DDR3 SDRAM as a bandwidth (JEDEC JESD79-3). Seconds, bytes, bytes per second.
namespace rainier::oracle::ddr3 {

constexpr double peak_rate(double transfers_per_second, int bus_bits) {
  return transfers_per_second * bus_bits / 8;
}

/// An all-bank refresh every tREFI keeps the device busy for tRFC, plus the precharge before and the
/// activation after.
struct Refresh {
  double interval = 7.8e-6;     ///< tREFI up to 85 C; half of it above
  double refresh = 160e-9;      ///< tRFC of a 2 Gb device
  double precharge = 13.5e-9;   ///< tRP
  double activation = 13.5e-9;  ///< tRCD
};

constexpr double rate_after_refresh(double peak, Refresh r = {}) {
  require(r.interval > 0, "ddr3: the refresh interval must be positive");
  return peak * (1 - (r.refresh + r.precharge + r.activation) / r.interval);
}

/// Host bytes a second that a memory of `rate` carries. A read crosses twice (in from the channel, out to the
/// link). A write crosses twice too, and its share 1/k of a parity page of a k+1 stripe is written once and
/// read once.
constexpr double read_ceiling(double rate) { return rate / 2; }
constexpr double write_ceiling(double rate, int k) {
  require(k >= 1, "ddr3: a stripe has data");
  return rate / (2 + 2.0 / k);
}

}  // namespace rainier::oracle::ddr3
