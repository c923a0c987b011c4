#include <algorithm>
#include <cmath>

#include "models/reliability/law/law.hpp"

namespace rainier::reliability {
namespace {

class PowerLaw final : public Law {
 public:
  PowerLaw(double fresh, double rated, double exponent, double rated_cycles)
      : fresh_(fresh), grown_(rated - fresh), exponent_(exponent), rated_cycles_(rated_cycles) {}

  double rber(double cycles) const override {
    return std::min(fresh_ + grown_ * std::pow(cycles / rated_cycles_, exponent_), 0.5);
  }

 private:
  double fresh_, grown_, exponent_, rated_cycles_;
};

}  // namespace

std::unique_ptr<Law> make_power_law(double fresh, double rated, double exponent, double rated_cycles) {
  return std::make_unique<PowerLaw>(fresh, rated, exponent, rated_cycles);
}

}  // namespace rainier::reliability
