#include "models/health/params.hpp"

#include "sim/config/describe.hpp"

namespace rainier::health {

void describe(config::Schema& s, Params& p) {
  s.field(
      "counter_cycles", p.counter_cycles, config::range(0, 100'000'000),
      "P/E cycles of the mean block at which the percent-of-life counter shows 100; 0: nand.rated_cycles");
}

}  // namespace rainier::health
