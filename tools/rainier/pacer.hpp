#pragma once

#include "models/drive/simulation.hpp"

namespace rainier::tool {

/// Advances a simulation by steps that take about the same wall-clock time, so that signals and progress are
/// looked at often enough. How long the steps are changes nothing in the run.
class Pacer {
 public:
  explicit Pacer(double wall_step) : wall_step_(wall_step) {}

  /// One step, of at most `limit`. @throws std::logic_error if nothing is left that could happen
  void advance(drive::Simulation& simulation, Time limit);

 private:
  double wall_step_;
  Time step_{1'000'000'000};
};

/// Requests a simulated second since it was last asked.
class RateOfProgress {
 public:
  explicit RateOfProgress(drive::Simulation& simulation) : simulation_(simulation), at_(simulation.now()) {}
  double iops();

 private:
  drive::Simulation& simulation_;
  Time at_;
  std::uint64_t requests_ = 0;
};

}  // namespace rainier::tool
