#include "models/reliability/limits.hpp"

#include <cmath>
#include <limits>

namespace rainier::reliability {
namespace {

constexpr double three_months = 0.25;

/// Where a rising function reaches `wanted`, between 1e-9 and `most`, by halving in the logarithm.
template <class F>
double reaches(double wanted, double most, F rising) {
  if (rising(most) < wanted) return std::numeric_limits<double>::infinity();
  double low = 1e-9, high = most;
  for (int i = 0; i < 100 && high / low > 1 + 1e-9; ++i) {
    const double middle = std::sqrt(low * high);
    (rising(middle) < wanted ? low : high) = middle;
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
  const double wear = errors_.wear(rated_cycles_), energy = params_.retention.activation_energy;
  const double years = reaches(wanted, 1e9, [&](double kept) {
    const double shift = 1 + params_.retention.growth * std::pow(kept, params_.retention.exponent);
    return mean(std::min(wear * shift, 0.5), sectors_lost_per_bit);
  });
  const double celsius = std::isinf(years) || energy <= 0 ? std::numeric_limits<double>::infinity()
                                                          : celsius_for(years / three_months, energy);
  return {wanted, reaches(wanted, 1e3 * rated_cycles_, [&](double cycles) { return uber(cycles, 0); }), years,
          celsius};
}

}  // namespace rainier::reliability
