#include "models/reliability/errors.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::reliability {
namespace {

constexpr double sector_bits = 4096;

/// The regularised incomplete beta function I_x(a, b) for x < (a + 1) / (a + b + 2), by its continued
/// fraction (Lentz's method).
double incomplete_beta(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const double front = std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) +
                       b * std::log1p(-x) - std::log(a);
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < tiny ? tiny : d);
  double value = d;
  for (int m = 1; m < 10'000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    value *= d * c;
    if (std::abs(d * c - 1) < 1e-14) break;
  }
  return std::exp(front + std::log(value));
}

double log_beta(double a, double b) { return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b); }

/// The tail of the beta-binomial distribution, summed up from t + 1 errors: each term by the one before.
double over_dispersed_failure(const Codeword& codeword, double rber) {
  const double n = codeword.bits(), first = codeword.correctable + 1;
  const double concentration = 1 / codeword.correlation - 1;
  const double a = rber * concentration, b = (1 - rber) * concentration;
  const double log_choose = std::lgamma(n + 1) - std::lgamma(first + 1) - std::lgamma(n - first + 1);
  const double log_term = log_choose + log_beta(first + a, n - first + b) - log_beta(a, b);
  double sum = 0, term = 1;
  for (double j = first; j <= n && term > 1e-17 * sum; ++j) {
    sum += term;
    term *= (n - j) / (j + 1) * (j + a) / (n - j - 1 + b);
  }
  return std::min(std::exp(log_term + std::log(sum)), 1.0);
}

double page_failure(const Page& page, double rber) {
  return -std::expm1(page.codewords * std::log1p(-codeword_failure(page.codeword, rber)));
}

}  // namespace

std::uint32_t Codeword::parity_bits() const {
  std::uint32_t m = 3;
  while ((std::uint64_t{1} << m) - 1 < data_bits + std::uint64_t{m} * correctable) ++m;
  return m * correctable;
}

// More than t of n: the tail of the binomial distribution is the incomplete beta function I_p(t + 1, n - t).
double codeword_failure(const Codeword& codeword, double rber) {
  const double n = codeword.bits();
  const double t = codeword.correctable;
  if (rber <= 0 || t >= n) return 0;
  if (codeword.correlation > 0) return over_dispersed_failure(codeword, rber);
  const double a = t + 1, b = n - t;
  if (rber < (a + 1) / (a + b + 2)) return incomplete_beta(a, b, rber);
  return 1 - incomplete_beta(b, a, 1 - rber);
}

double sectors_lost_per_bit_by_ecc(const Page& page, double rber) {
  return codeword_failure(page.codeword, rber) / sector_bits;
}

double sectors_lost_per_bit(const Page& page, double rber) {
  if (page.parity_data_units == 0) return sectors_lost_per_bit_by_ecc(page, rber);
  const double failure = page_failure(page, rber);
  if (failure >= 1) return 1 / sector_bits;
  const double another = -std::expm1(page.parity_data_units * std::log1p(-failure));
  return failure * another / sector_bits;
}

}  // namespace rainier::reliability
