#pragma once

#include <cstdint>

#include "sim/kernel/time.hpp"
#include "sim/port/server.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::dram {

/// The controller's memory: its bandwidth, and how its space is shared between map and write buffer.
struct Params {
  std::uint64_t transfers_per_second = 1'333'000'000;
  std::uint32_t width_bytes = 8;  ///< data bus without ECC
  double refresh_share = 0.025;   ///< of the time, lost to refresh
  std::uint64_t size_bytes = std::uint64_t{2} << 30;
  std::uint64_t write_buffer_bytes = std::uint64_t{64} << 20;

  double bytes_per_second() const {
    return static_cast<double>(transfers_per_second) * width_bytes * (1 - refresh_share);
  }
};

void describe(config::Schema& schema, Params& params);

/// Bandwidth as one FIFO server. What crosses twice is charged twice by the caller.
class Dram {
 public:
  explicit Dram(const Params& params) : ps_per_byte_(1e12 / params.bytes_per_second()) {}

  /// When `bytes` that arrive at `at` have crossed the bus.
  Time transfer(Time at, double bytes) {
    bytes_ += bytes;
    return bus_.serve(at, Time(static_cast<std::int64_t>(bytes * ps_per_byte_ + 0.5)));
  }

  const FifoServer& bus() const { return bus_; }
  double bytes() const { return bytes_; }

 private:
  double ps_per_byte_;
  double bytes_ = 0;
  FifoServer bus_;
};

}  // namespace rainier::dram
