#include "models/reliability/bit_errors.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::reliability {
namespace {

constexpr double boltzmann = 8.617333e-5;  // eV/K
constexpr double zero_celsius = 273.15, reference = 40 + zero_celsius;

}  // namespace

double acceleration(double celsius, double activation_energy) {
  return std::exp(activation_energy / boltzmann * (1 / reference - 1 / (celsius + zero_celsius)));
}

double celsius_for(double acceleration, double activation_energy) {
  return 1 / (1 / reference - std::log(acceleration) * boltzmann / activation_energy) - zero_celsius;
}

BitErrors::BitErrors(const Params& p, double rated_cycles)
    : retention_(p.retention),
      acceleration_(acceleration(p.temperature, p.retention.activation_energy)),
      per_read_(p.disturb / 1e5),
      log_gain_(std::log(p.retry.gain)),
      lower_(2 / (1 + p.upper_pages)),
      upper_(2 * p.upper_pages / (1 + p.upper_pages)),
      law_(make_law(p, rated_cycles)) {}

double BitErrors::shift(double years, double reads) const {
  const double aged = years > 0 ? retention_.growth * std::pow(years, retention_.exponent) : 0;
  return 1 + aged + per_read_ * reads;
}

double BitErrors::best_steps(double shift) const { return std::log(shift) / log_gain_; }

double BitErrors::at(double wear, double shift, double steps) const {
  if (steps == 0) return std::min(wear * shift, 0.5);
  return std::min(wear * std::exp(log_gain_ * std::abs(best_steps(shift) - steps)), 0.5);
}

}  // namespace rainier::reliability
