#include "models/reliability/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rainier::reliability {
namespace {

constexpr double three_months = 0.25;

constexpr double never = std::numeric_limits<double>::infinity();

/// Where a function first reaches `wanted`, from 1e-6 to `most`: by steps of 2 %, then by halving.
template <class F>
double reaches(double wanted, double most, F function) {
  constexpr double step = 1.02;
  double high = 1e-6;
  while (high < most && function(high) < wanted) high *= step;
  if (high >= most) return never;
  double low = high / step;
  while (high / low > 1 + 1e-9) {
    const double middle = std::sqrt(low * high);
    (function(middle) < wanted ? low : high) = middle;
  }
  return high;
}

}  // namespace

double Losses::mean(double rber, double (*lost)(const Page&, double)) const {
  const double lower = errors_.of_page(rber, false), upper = errors_.of_page(rber, true);
  return lower == upper ? lost(page_, lower) : (lost(page_, lower) + lost(page_, upper)) / 2;
}

double Losses::uber(double cycles, double years) const {
  return mean(rber(cycles, years), sectors_lost_per_bit);
}

double Losses::uber_retried(double cycles, double years) const {
  const double wear = errors_.wear(cycles), shift = errors_.shift(errors_.held(years), 0);
  double least = errors_.at(wear, shift, 0);
  for (std::uint32_t step = 1; step <= params_.retry.steps; ++step)
    least = std::min(least, errors_.at(wear, shift, step));
  return mean(least, sectors_lost_per_bit);
}

double Losses::uber_of_ecc(double cycles, double years) const {
  return mean(rber(cycles, years), sectors_lost_per_bit_by_ecc);
}

// Simpson's rule; the loss grows as a high power of the cycles, most of it near the end.
double Losses::uber_over_life(double cycles) const {
  if (cycles <= 0) return uber(0, 0);
  constexpr int pieces = 2000;
  double sum = uber(0, 0) + uber(cycles, 0);
  for (int i = 1; i < pieces; ++i) sum += (i % 2 == 1 ? 4 : 2) * uber(cycles * i / pieces, 0);
  return sum / (3 * pieces);
}

Losses::Limits Losses::limits(double wanted) const {
  const double energy = params_.retention.activation_energy;
  const auto kept = [&](double (Losses::*loss)(double, double) const) {
    return reaches(wanted, 1e6, [&](double years) { return (this->*loss)(rated_cycles_, years); });
  };
  // Three months at this temperature are as long as so many years at that of the parameters.
  const auto celsius = [&](double years) {
    if (years == never || energy <= 0) return never;
    return celsius_for(years * acceleration(params_.temperature, energy) / three_months, energy);
  };
  const double years = kept(&Losses::uber), retried = kept(&Losses::uber_retried);
  return {wanted,  reaches(wanted, 1e3 * rated_cycles_, [&](double cycles) { return uber(cycles, 0); }),
          years,   celsius(years),
          retried, celsius(retried)};
}

}  // namespace rainier::reliability
