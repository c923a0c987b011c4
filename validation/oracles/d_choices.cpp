/// Derivation. Let m_i be the share of closed units with i valid pages and M_i the share with i or more. One
/// collection takes the emptiest of d random units, so its victim has at least i valid pages with probability
/// M_i^d. The victim's j valid pages start the new unit and b - j host writes fill it, so 1/WA = q = 1 -
/// E[j]/b. Each host write invalidates a page of a unit with i valid pages with probability i m_i / (b rho),
/// where rho = 1/(1 + op). With c = q / rho invalidations per closed unit and valid page in the time of one
/// collection,
///   dm_i/dt = c ((i+1) m_{i+1} - i m_i) - (M_i^d - M_{i+1}^d) + [i = b].
/// Adding the equations from i to b at rest:  c i (M_i - M_{i+1}) = 1 - M_i^d,  for i = b ... 1, with M_{b+1}
/// = 0. Given c, each M_i is the only root above M_{i+1}; c follows from the mean, sum of M_i = b rho. Then
/// WA = alpha / c.
#include <cmath>

#include "validation/oracles/domain.hpp"
#include "validation/oracles/write_amplification.hpp"

namespace rainier::oracle {

namespace {

/// M_i from M_{i+1}: the root of c i (M - above) = 1 - M^d in [above, 1], by Newton's method. The function is
/// convex and increasing, so a start at 1 descends to the root without passing it.
double tail_at(double above, double ci, int d) {
  double m = 1;
  for (int k = 0; k < 100; ++k) {
    const double power = std::pow(m, d - 1);
    const double step = (ci * (m - above) + m * power - 1) / (ci + d * power);
    m -= step;
    if (step <= 1e-15) break;
  }
  return m;
}

/// Mean number of valid pages of a closed unit.
double mean_valid(double c, int d, int b) {
  double tail = 0;
  double sum = 0;
  for (int i = b; i >= 1; --i) {
    tail = tail_at(tail, c * i, d);
    sum += tail;
  }
  return sum;
}

}  // namespace

double d_choices(double op, int d, int b) {
  require(op > 0, "d_choices: over-provisioning must be positive");
  require(d >= 1 && b >= 1, "d_choices: at least one choice and one page");
  const double alpha = 1 + op;
  // WA lies between 1 and that of random victims, so c lies between op and alpha.
  double low = op * (1 - 1e-9);
  double high = alpha;
  for (int i = 0; i < 60 && high - low > 1e-14 * high; ++i) {
    const double c = (low + high) / 2;
    (mean_valid(c, d, b) > b / alpha ? low : high) = c;
  }
  return alpha / ((low + high) / 2);
}

double greedy_mean_field(double op, int b) { return d_choices(op, 1 << 20, b); }

}  // namespace rainier::oracle
