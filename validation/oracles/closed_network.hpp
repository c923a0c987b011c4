#pragma once

#include <cstdint>
#include <vector>

/// A closed loop of N jobs (a queue depth): each thinks for Z seconds (the host as a pure delay), then passes
/// a row of stages. A stage is `count` identical FIFO servers of which a job visits one, all equally likely
/// (dies, channels), for `service` seconds. Rates in jobs a second.
namespace rainier::oracle {

struct Stage {
  double service;
  int count = 1;
};

struct ClosedNetwork {
  std::vector<Stage> stages;
  double think = 0;
};

/// Seconds of a job alone, thinking included.
double round_trip(const ClosedNetwork& network);
/// X(N) <= min(N / (R0 + Z), 1 / Dmax), whatever the distributions (Denning and Buzen, 1978).
double throughput_bound(const ClosedNetwork& network, int jobs);

struct MvaResult {
  double throughput;                ///< jobs a second
  double residence;                 ///< seconds in the stages, thinking excluded
  std::vector<double> queue;        ///< mean jobs at one server of each stage, in service included
  std::vector<double> utilisation;  ///< of one server of each stage
};
/// Exact mean value analysis, R_i(N) = D_i (1 + Q_i(N-1)) (Reiser and Lavenberg, 1980). Exact for exponential
/// service; pessimistic for constant service. Costs N x stages, however many servers a stage has.
MvaResult mva(const ClosedNetwork& network, int jobs);

/// The same network with constant service and constant thinking, by brute force: throughput over the last
/// half of `visits` round trips. A job draws the server of the first stage; later stages follow from it as
/// wiring does, server i of m leading to server i mod n. Deterministic for a seed. Costs visits x stages heap
/// operations.
double constant_service_throughput(const ClosedNetwork& network, int jobs, int visits, std::uint64_t seed);

}  // namespace rainier::oracle
