#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rainier::config {
class Schema;
}

namespace rainier::health {

struct Params {
  /// P/E cycles of the mean block at which the percent-of-life counter shows 100; 0: the rated cycles. A
  /// counter's constant and a rating are two numbers.
  std::uint64_t counter_cycles = 0;
  std::vector<std::string> unreported;  ///< attributes that the SMART table lacks, by their keys

  double full_counter(std::uint64_t rated_cycles) const {
    return static_cast<double>(counter_cycles == 0 ? rated_cycles : counter_cycles);
  }
};

void describe(config::Schema& schema, Params& params);

/// What the percent-of-life counter shows once the mean block has seen so many cycles; it goes on past 100.
inline double percent_of_life(const Params& params, std::uint64_t rated_cycles, double mean_cycles) {
  return 100 * mean_cycles / params.full_counter(rated_cycles);
}

}  // namespace rainier::health
