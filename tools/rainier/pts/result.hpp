#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/stats/summary.hpp"
#include "tools/rainier/pts/plan.hpp"

namespace rainier::pts {

/// What the drive did in one cell, in SI units; the intervals are 95 % confidence by ten slices of what was
/// timed.
struct CellResult {
  std::size_t cell = 0;  ///< its place in the part
  Interval iops, throughput, latency;
  double latency_max = 0;
  double write_amplification = 0;    ///< of GC, without parity; 0 if nothing was written
  double writes_per_second = 0;      ///< in the sample
  Time settled, timed, untimed;      ///< the parts of the cell: full queue, sample, functional tier
  std::uint64_t requests = 0;        ///< in the sample
  std::uint64_t untimed_blocks = 0;  ///< written by the functional tier for the rest of the cell

  double value(Metric metric) const {
    return metric == Metric::iops ? iops.mean : metric == Metric::throughput ? throughput.mean : latency.mean;
  }
};

/// Once through the cells; fewer than the part has if a signal came.
struct Round {
  std::vector<CellResult> cells;
  double drive_writes = 0;  ///< capacities that the host has written since the preconditioning, at its end
};

/// The last five rounds of a tracked cell against the specification's limits.
struct Verification {
  std::size_t cell = 0;
  std::vector<double> values;       ///< oldest first; fewer than five: too few rounds
  double mean = 0, slope = 0;       ///< of the least-squares line, a round
  double range = 0, excursion = 0;  ///< as shares of the mean; infinite with too few rounds
  bool steady = false;
};

/// A cell over the rounds that count.
struct Average {
  std::size_t cell = 0;
  Interval iops, throughput, latency;  ///< 95 % confidence by the rounds; one round: by its slices
  double latency_max = 0;
  std::size_t rounds = 0;
};

struct PartResult {
  Part part;
  std::vector<Round> rounds;
  std::vector<Verification> tracked;
  std::optional<std::uint64_t>
      steady_round;                  ///< the first, from 1, after which all tracked cells were steady
  std::uint64_t verified_round = 0;  ///< that the verification ends with
  std::uint64_t first_averaged = 0, last_averaged = 0;  ///< rounds from 1; 0: none
  std::vector<Average> cells;
};

struct Result {
  Plan plan;
  std::vector<PartResult> parts;
  bool partial = false;  ///< stopped before its end
  bool steady() const;
};

}  // namespace rainier::pts
