#pragma once

#include <memory>

#include "models/reliability/law/law.hpp"
#include "models/reliability/params.hpp"

namespace rainier::reliability {

/// Raw bit error rates by wear, time, temperature, reads, kind of page and read thresholds.
///
/// Errors of wear are those that the best thresholds leave. Time and reads shift the cells' voltages: at the
/// thresholds of a fresh page there are `shift` times as many. Each step of the thresholds divides them by
/// the gain until those of wear are left, and multiplies them again beyond.
class BitErrors {
 public:
  BitErrors(const Params& params, double rated_cycles);

  double wear(double cycles) const { return law_->rber(cycles); }
  /// Errors of wear of this kind of page: upper and lower ones have the mean of the law.
  double of_page(double wear, bool upper) const { return wear * (upper ? upper_ : lower_); }
  /// At least 1. `years` as they pass at 40 degrees Celsius.
  double shift(double years, double reads) const;
  /// As long at 40 degrees as these years are at the temperature of the parameters.
  double held(double years) const { return years * acceleration_; }
  /// At thresholds `steps` from those of a fresh page; at most 0.5.
  double at(double wear, double shift, double steps) const;
  /// Steps to the best thresholds.
  double best_steps(double shift) const;

 private:
  Retention retention_;
  double acceleration_, per_read_, log_gain_, lower_, upper_;
  std::unique_ptr<Law> law_;
};

/// By how much time runs faster at `celsius` than at 40 degrees: Arrhenius, with an energy in eV.
double acceleration(double celsius, double activation_energy);
/// The temperature at which it runs so much faster; the inverse.
double celsius_for(double acceleration, double activation_energy);

}  // namespace rainier::reliability
