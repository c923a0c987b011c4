#pragma once

#include <cstdint>

#include "sim/random/philox.hpp"

namespace rainier::fio {

/// Zipf's law: rank k of 1 to n, given as k - 1, with a probability proportional to k^-theta. Exact, by
/// rejection-inversion (Hörmann and Derflinger, ACM TOMACS 6, 1996); about 60 ns. theta > 0.
class Zipf {
 public:
  Zipf(std::uint64_t n, double theta);
  std::uint64_t operator()(Philox& random) const;

 private:
  double integral(double x) const;  ///< of x^-theta, from 1
  double inverse(double y) const;   ///< of the integral
  double density(double x) const;

  double n_, theta_;
  double top_, bottom_, squeeze_;
};

/// fio's Pareto distribution, the self-similar one: with power h, h of the ranks get 1 - h of the accesses,
/// and so on within them. Rank n u^(log h / log(1 - h)) for a uniform u.
class Pareto {
 public:
  Pareto(std::uint64_t n, double h);
  std::uint64_t operator()(Philox& random) const;

 private:
  std::uint64_t n_;
  double exponent_;
};

}  // namespace rainier::fio
