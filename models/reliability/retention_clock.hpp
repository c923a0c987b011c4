#pragma once

#include "models/reliability/bit_errors.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::reliability {

/// How far data have aged while the drive ran: its time by the temperature of the flash, in years at 40
/// degrees Celsius.
class RetentionClock {
 public:
  RetentionClock(double activation_energy, double celsius)
      : energy_(activation_energy), rate_(acceleration(celsius, activation_energy)) {}

  /// The flash is of this temperature from `now` on.
  void warm(Time now, double celsius) {
    years_ = years(now);
    since_ = now;
    rate_ = acceleration(celsius, energy_);
  }
  double years(Time now) const { return years_ + (now - since_).seconds() / seconds_per_year * rate_; }

 private:
  static constexpr double seconds_per_year = 365.25 * 24 * 3600;
  double energy_, rate_, years_ = 0;
  Time since_;
};

}  // namespace rainier::reliability
