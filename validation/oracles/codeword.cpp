#include "validation/oracles/codeword.hpp"

#include <cmath>

#include "validation/oracles/domain.hpp"

namespace rainier::oracle {

namespace {

double log_choose(double n, double j) {
  return std::lgamma(n + 1) - std::lgamma(j + 1) - std::lgamma(n - j + 1);
}
double log_beta(double a, double b) { return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b); }

/// Sum of P(j) for j > t, given P(t + 1) and the ratio P(j + 1) / P(j).
template <typename Ratio>
double upper_tail(const Codeword& codeword, double first, Ratio ratio) {
  double term = 1;
  double sum = 0;
  for (int j = codeword.correctable + 1; j <= codeword.bits() && term > 0; ++j) {
    sum += term;
    term *= ratio(static_cast<double>(j));
  }
  return std::exp(first + std::log(sum));
}

}  // namespace

Codeword bch(int data_bytes, int correctable) {
  require(data_bytes > 0 && data_bytes <= 1 << 20 && correctable >= 0 && correctable < 4096,
          "bch: data of 1 byte to 1 MiB, fewer than 4,096 corrected errors");
  const int data = data_bytes * 8;
  int m = 3;
  while ((1LL << m) - 1 < data + m * correctable) ++m;
  return {data, m * correctable, correctable};
}

double failure(const Codeword& codeword, double rber) {
  require(rber >= 0 && rber < 1, "codeword: a bit error rate lies in [0, 1)");
  if (rber == 0 || codeword.correctable >= codeword.bits()) return 0;
  const double n = codeword.bits();
  const double j = codeword.correctable + 1;
  const double first = log_choose(n, j) + j * std::log(rber) + (n - j) * std::log1p(-rber);
  const double odds = rber / (1 - rber);
  return upper_tail(codeword, first, [&](double i) { return (n - i) / (i + 1) * odds; });
}

double over_dispersed_failure(const Codeword& codeword, double rber, double correlation) {
  require(rber > 0 && rber < 1 && correlation > 0 && correlation < 1,
          "codeword: rate and correlation lie between 0 and 1");
  if (codeword.correctable >= codeword.bits()) return 0;
  const double concentration = 1 / correlation - 1;
  const double a = rber * concentration;
  const double b = (1 - rber) * concentration;
  const double n = codeword.bits();
  const double j = codeword.correctable + 1;
  const double first = log_choose(n, j) + log_beta(j + a, n - j + b) - log_beta(a, b);
  return upper_tail(codeword, first, [&](double i) { return (n - i) / (i + 1) * (i + a) / (n - i - 1 + b); });
}

double uber(const Codeword& codeword, double rber) { return failure(codeword, rber) / codeword.data_bits; }

double rber_limit(const Codeword& codeword, double target) {
  require(target > 0 && target < 1e-6, "codeword: a target UBER lies between 0 and 1e-6");
  double low = 1e-12;
  double high = 0.5;
  for (int i = 0; i < 200 && high / low > 1 + 1e-12; ++i) {
    const double p = std::sqrt(low * high);
    (uber(codeword, p) < target ? low : high) = p;
  }
  return std::sqrt(low * high);
}

}  // namespace rainier::oracle
