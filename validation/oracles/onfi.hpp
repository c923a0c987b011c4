#pragma once

#include <array>

#include "validation/oracles/domain.hpp"

/// ONFI 2.x source-synchronous NAND bus, eight bits wide. Seconds and bytes.
namespace rainier::oracle::onfi {

/// Clock period of timing modes 0 to 5 (ONFI 2.3, table of source-synchronous timing modes).
inline constexpr std::array<double, 6> clock_period{50e-9, 30e-9, 20e-9, 15e-9, 12e-9, 10e-9};

constexpr double tck(int mode) {
  require(mode >= 0 && mode < 6, "onfi: synchronous timing modes are 0 to 5");
  return clock_period[static_cast<unsigned>(mode)];
}

/// Two bytes a clock.
constexpr double data_rate(int mode) { return 2 / tck(mode); }
constexpr double transfer_time(double bytes, int mode) { return bytes / data_rate(mode); }

/// What one operation of a die costs its channel and its array. `command` is all bus time that is not data;
/// `transfer` moves the data of one plane; `array` is tR or tPROG.
struct Operation {
  double command;
  double transfer;
  double array;
};

/// Unloaded latency of a read, or of a program of `planes` planes at once.
constexpr double latency(Operation op, int planes = 1) {
  return op.command + planes * op.transfer + op.array;
}

/// Pages a second of one channel with `dies` dies, each holding its page until the channel has moved it:
/// the bus or the dies, whichever is slower. An upper bound that a perfect scheduler attains.
constexpr double interleaved_reads(Operation op, int dies) {
  const double bus = 1 / (op.command + op.transfer);
  const double array = dies / latency(op);
  return bus < array ? bus : array;
}
constexpr double interleaved_programs(Operation op, int dies, int planes) {
  const double bus = planes / (op.command + planes * op.transfer);
  const double array = dies * planes / latency(op, planes);
  return bus < array ? bus : array;
}

}  // namespace rainier::oracle::onfi
