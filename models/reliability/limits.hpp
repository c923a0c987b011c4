#pragma once

#include "models/reliability/bit_errors.hpp"
#include "models/reliability/errors.hpp"

namespace rainier::reliability {

/// Lost sectors for each bit read, in closed form, as the drive wears and keeps its data. A mean of lower and
/// upper pages; those of a stripe are of one kind. Unless said, further reads are not counted on.
class Losses {
 public:
  Losses(const Params& params, const Page& page, double rated_cycles)
      : params_(params), page_(page), rated_cycles_(rated_cycles), errors_(params, rated_cycles) {}

  double rber(double cycles, double years) const {
    return errors_.at(errors_.wear(cycles), errors_.shift(errors_.held(years), 0), 0);
  }
  /// `years` at the temperature of the parameters.
  double uber(double cycles, double years) const;
  double uber_of_ecc(double cycles, double years) const;
  /// With the retries of the parameters: the best of the thresholds that they reach decides.
  double uber_retried(double cycles, double years) const;
  /// The mean over all states of wear up to these cycles, of data just written.
  double uber_over_life(double cycles) const;

  /// What brings the loss up to `uber`; infinite where nothing of the kind does.
  struct Limits {
    double uber;
    double cycles;   ///< of data just written
    double years;    ///< that data are kept at rated cycles and the temperature of the parameters
    double celsius;  ///< at which data are kept for three months, as JESD218 asks, at rated cycles
    double years_retried, celsius_retried;  ///< the same with further reads
  };
  Limits limits(double uber) const;

 private:
  double mean(double rber, double (*lost)(const Page&, double)) const;

  Params params_;
  Page page_;
  double rated_cycles_;
  BitErrors errors_;
};

}  // namespace rainier::reliability
