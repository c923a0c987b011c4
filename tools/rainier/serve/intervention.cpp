#include "tools/rainier/serve/intervention.hpp"

#include <fmt/format.h>

#include <string_view>

#include "models/controller/guard.hpp"
#include "sim/config/error.hpp"
#include "sim/config/quantity.hpp"

namespace rainier::live {
namespace {

double number(std::string_view text, double least, double most, const std::string& what) {
  try {
    const double value = config::parse_number(text);
    if (value >= least && value <= most) return value;
  } catch (const config::BadQuantity&) {
  }
  throw std::invalid_argument(
      fmt::format("expected a number from {} to {} (got {})", least, most, config::in_quotes(what)));
}

}  // namespace

std::function<void()> intervention(drive::Simulation& simulation, const std::string& what) {
  static constexpr std::string_view air = "air:", age = "age:";
  controller::Controller& drive = simulation.controller();
  if (what.starts_with(air)) {
    const double celsius = number(std::string_view(what).substr(air.size()), -40, 120, what);
    return [&drive, celsius] { drive.expose(celsius); };
  }
  controller::Guard& guard = *drive.guard();
  if (what.starts_with(age)) {
    const double years = number(std::string_view(what).substr(age.size()), 0, 100, what);
    controller::Correction* const correction = guard.correction();
    if (correction == nullptr)
      throw std::invalid_argument(
          "no bit errors are drawn here, so data do not age: serve it with --set reliability.errors=drawn");
    return [correction, years] { correction->age(years); };
  }
  const faults::Fault fault = faults::parse_now(what);
  faults::check(fault, controller::fault_bounds(drive.config()));
  return [&guard, fault] { guard.inject(fault); };
}

}  // namespace rainier::live
