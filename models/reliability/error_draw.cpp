#include "models/reliability/error_draw.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rainier::reliability {
namespace {

constexpr double least_log = -27.7;  // a rate of 1e-12
constexpr double cells_per_unit = 512;
constexpr std::size_t cells = 27 * 512 + 2;  // up to a rate of 0.5

}  // namespace

ErrorDraw::ErrorDraw(const Codeword& codeword)
    : codeword_(codeword),
      bits_(codeword.bits()),
      logs_(cells + 1, std::numeric_limits<double>::quiet_NaN()) {}

double ErrorDraw::failure(double rber) {
  const double place = (std::log(rber) - least_log) * cells_per_unit;
  if (!(place >= 0)) return 0;
  const std::size_t cell = std::min(static_cast<std::size_t>(place), cells - 1);
  for (const std::size_t end : {cell, cell + 1})
    if (std::isnan(logs_[end])) {
      const double rate = std::exp(least_log + static_cast<double>(end) / cells_per_unit);
      logs_[end] = std::log(std::max(codeword_failure(codeword_, std::min(rate, 0.5)), 1e-300));
    }
  return std::exp(logs_[cell] + (place - static_cast<double>(cell)) * (logs_[cell + 1] - logs_[cell]));
}

/// The probability of no error at all.
double ErrorDraw::none(double rber) const {
  if (codeword_.correlation <= 0) return std::exp(bits_ * std::log1p(-rber));
  const double concentration = 1 / codeword_.correlation - 1;
  const double b = (1 - rber) * concentration;
  return std::exp(std::lgamma(bits_ + b) - std::lgamma(b) + std::lgamma(concentration) -
                  std::lgamma(bits_ + concentration));
}

std::uint32_t ErrorDraw::quantile(double rber, double above, std::uint32_t most) const {
  const bool correlated = codeword_.correlation > 0;
  const double concentration = correlated ? 1 / codeword_.correlation - 1 : 0;
  const double a = rber * concentration, b = (1 - rber) * concentration, odds = rber / (1 - rber);
  double term = none(rber), left = 1 - term;
  if (term < 1e-290) return std::min(static_cast<std::uint32_t>(bits_ * rber + 0.5), most);  // far too many
  std::uint32_t errors = 0;
  while (errors < most && left > above) {
    const double j = errors;
    term *= (bits_ - j) / (j + 1) * (correlated ? (j + a) / (bits_ - j - 1 + b) : odds);
    left -= term;
    ++errors;
  }
  return errors;
}

}  // namespace rainier::reliability
