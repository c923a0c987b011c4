#pragma once

#include <span>

#include "validation/oracles/domain.hpp"

namespace rainier::oracle {

/// Mean number of reads of a page whose step i fails with probability failures[i], given that all before it
/// failed; the first read is step 0, the last step ends the sequence whatever it returns.
constexpr double expected_reads(std::span<const double> failures) {
  double reached = 1;
  double reads = 0;
  for (const double failure : failures) {
    require(failure >= 0 && failure <= 1, "read retry: a probability lies in [0, 1]");
    reads += reached;
    reached *= failure;
  }
  return reads;
}

/// Probability that every step fails.
constexpr double exhausted(std::span<const double> failures) {
  double reached = 1;
  for (const double failure : failures) reached *= failure;
  return reached;
}

/// Mean latency in seconds: every step costs one array read, one transfer and one decode.
constexpr double retry_latency(std::span<const double> failures, double array, double transfer,
                               double decode) {
  return expected_reads(failures) * (array + transfer + decode);
}

}  // namespace rainier::oracle
