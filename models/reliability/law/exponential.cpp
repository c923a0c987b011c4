#include <algorithm>
#include <cmath>

#include "models/reliability/law/law.hpp"

namespace rainier::reliability {
namespace {

class Exponential final : public Law {
 public:
  Exponential(double fresh, double rated, double rated_cycles)
      : fresh_(fresh), growth_(std::log(rated / fresh) / rated_cycles) {}

  double rber(double cycles) const override { return std::min(fresh_ * std::exp(growth_ * cycles), 0.5); }

 private:
  double fresh_, growth_;
};

}  // namespace

std::unique_ptr<Law> make_exponential_law(double fresh, double rated, double rated_cycles) {
  return std::make_unique<Exponential>(fresh, rated, rated_cycles);
}

}  // namespace rainier::reliability
