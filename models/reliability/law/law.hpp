#pragma once

#include <memory>
#include <vector>

namespace rainier::reliability {

struct Params;

/// How the raw bit error rate of a block, read with the best thresholds soon after it was written, grows with
/// its P/E cycles. A policy is one file beside this one; it is asked once an erase.
class Law {
 public:
  virtual ~Law() = default;
  /// At most 0.5, whatever the cycles.
  virtual double rber(double cycles) const = 0;
};

/// fresh + (rated - fresh) x (cycles / rated cycles)^exponent
std::unique_ptr<Law> make_power_law(double fresh, double rated, double exponent, double rated_cycles);
/// fresh x (rated / fresh)^(cycles / rated cycles)
std::unique_ptr<Law> make_exponential_law(double fresh, double rated, double rated_cycles);
/// Straight lines between the logarithms of the rates given; beyond the ends as the last line goes on.
std::unique_ptr<Law> make_table_law(std::vector<double> cycles, std::vector<double> rates);

std::unique_ptr<Law> make_law(const Params& params, double rated_cycles);

}  // namespace rainier::reliability
