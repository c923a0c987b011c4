#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace rainier::thermal {

/// Bodies that hold heat, exchange it and lose it to the air around them: C dT/dt = -G T + P + G_a T_a. Time
/// goes by backward Euler in steps of one length, so that there is one factorisation, and no step is too
/// long. Temperatures in degrees Celsius, powers in watts.
class Network {
 public:
  struct Node {
    double joules_per_degree;        ///< above 0
    double watts_per_degree_to_air;  ///< at least 0, for one node above 0
  };
  struct Coupling {
    std::size_t one, other;
    double watts_per_degree;
  };
  Network(const std::vector<Node>& nodes, const std::vector<Coupling>& couplings, double step_seconds);
  ~Network();

  /// The temperatures one step later. O(n^2).
  void step(std::span<double> temperatures, std::span<const double> watts, double air) const;
  /// Those at which nothing changes any more.
  std::vector<double> steady(std::span<const double> watts, double air) const;

 private:
  struct Matrices;
  std::unique_ptr<Matrices> matrices_;
};

}  // namespace rainier::thermal
