#include "validation/oracles/open_queue.hpp"

#include <cmath>

#include "validation/oracles/domain.hpp"

namespace rainier::oracle {

double mg1_waiting(double lambda, double service, double second_moment) {
  const double rho = lambda * service;
  require(rho >= 0 && rho < 1, "queue: the load must lie in [0, 1)");
  return lambda * second_moment / (2 * (1 - rho));
}

double mm1_waiting(double lambda, double service) {
  return mg1_waiting(lambda, service, 2 * service * service);
}

double md1_waiting(double lambda, double service) { return mg1_waiting(lambda, service, service * service); }

double mm1_residence_quantile(double lambda, double service, double q) {
  require(q >= 0 && q < 1, "mm1: a quantile lies in [0, 1)");
  return -std::log1p(-q) * (mm1_waiting(lambda, service) + service);
}

double erlang_b(int c, double a) {
  require(c >= 0 && a >= 0, "erlang: servers and load are not negative");
  double blocked = 1;
  for (int i = 1; i <= c; ++i) blocked = a * blocked / (i + a * blocked);
  return blocked;
}

double erlang_c(int c, double a) {
  require(a < c, "erlang_c: the load must be below the number of servers");
  const double b = erlang_b(c, a);
  return b / (1 - a / c * (1 - b));
}

double mmc_waiting(double lambda, double service, int c) {
  const double a = lambda * service;
  return erlang_c(c, a) * service / (c - a);
}

std::vector<double> cobham_waiting(const std::vector<PriorityClass>& classes) {
  double residual = 0;
  for (const auto& c : classes) residual += c.lambda * c.second_moment / 2;
  std::vector<double> waiting;
  double above = 0;
  for (const auto& c : classes) {
    const double load = above + c.lambda * c.service;
    require(load < 1, "cobham: the load must be below one");
    waiting.push_back(residual / ((1 - above) * (1 - load)));
    above = load;
  }
  return waiting;
}

}  // namespace rainier::oracle
