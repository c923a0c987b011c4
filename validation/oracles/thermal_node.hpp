#pragma once

#include <cmath>

#include "validation/oracles/domain.hpp"

namespace rainier::oracle {

/// One thermal mass behind one resistance: C dT/dt = P - (T - Ta)/R. Kelvin a watt, joules a kelvin, watts,
/// degrees Celsius, seconds. Valid while a body's own gradients are small against its difference to ambient.
struct ThermalNode {
  double resistance;
  double capacity;

  constexpr double time_constant() const { return resistance * capacity; }
  constexpr double steady(double ambient, double power) const { return ambient + power * resistance; }

  /// `t` seconds after `start` degrees, under constant power.
  double at(double t, double start, double ambient, double power) const {
    require(resistance > 0 && capacity > 0 && t >= 0, "thermal: R, C must be positive and t not negative");
    const double end = steady(ambient, power);
    return end + (start - end) * std::exp(-t / time_constant());
  }

  /// What backward Euler with steps of `dt` gives after `steps`: the error of the method itself, first order
  /// in dt.
  double backward_euler(double dt, int steps, double start, double ambient, double power) const {
    const double end = steady(ambient, power);
    return end + (start - end) * std::pow(1 + dt / time_constant(), -steps);
  }

  /// Seconds to reach `limit` from `start`; infinity where constant power never does.
  double time_to(double limit, double start, double ambient, double power) const {
    const double end = steady(ambient, power);
    if ((limit - start) * (end - limit) <= 0) return limit == start ? 0 : INFINITY;
    return -time_constant() * std::log((limit - end) / (start - end));
  }
};

}  // namespace rainier::oracle
