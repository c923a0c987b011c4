#include "models/thermal/params.hpp"

#include <algorithm>

#include "sim/config/describe.hpp"

namespace rainier::thermal {
namespace {

/// Whether one of the bodies would come to rest above the throttle's temperature if it took all of the power.
bool may_throttle(const Params& p) {
  if (!p.throttles) return false;
  const double apart = p.nand_to_air_watts * p.controller_to_air_watts;
  const double all = apart + p.between_watts * (p.nand_to_air_watts + p.controller_to_air_watts);
  const double other = std::max(p.nand_to_air_watts, p.controller_to_air_watts);
  return p.ambient + p.throttle_watts * (other + p.between_watts) / all > p.throttle;
}

}  // namespace

void describe(config::Schema& s, Params& p) {
  using config::range;
  s.field("throttles", p.throttles,
          "whether the drive takes less power when it gets too warm, and at last shuts down");
  s.celsius("ambient", p.ambient, range(-60.0, 150.0), "temperature of the air around the drive");
  s.choice("start", p.start,
           {{"cold", Start::cold, "as warm as the air"},
            {"idle", Start::idle, "as warm as idle power makes it in the end"},
            {"busy", Start::busy,
             "as warm as work makes it in the end: throttle_power, or what the throttle leaves of it"}},
           "how warm the drive is when a run begins: it takes minutes to change");
  s.joules("nand_heat", p.nand_joules, range(1e-3, 1e6), "heat that warms the NAND by one degree");
  s.joules("controller_heat", p.controller_joules, range(1e-3, 1e6),
           "heat that warms controller and DRAM by one degree");
  s.watts("nand_to_air", p.nand_to_air_watts, range(1e-6, 1e3),
          "heat that flows from the NAND to the air for each degree of difference");
  s.watts("controller_to_air", p.controller_to_air_watts, range(1e-6, 1e3),
          "heat that flows from controller and DRAM to the air for each degree of difference");
  s.watts("between", p.between_watts, range(0.0, 1e3),
          "heat that flows between the two for each degree of difference");
  s.celsius("throttle", p.throttle, range(-60.0, 300.0),
            "temperature of the warmer of the two above which the drive takes less power");
  s.celsius("shutdown", p.shutdown, range(-60.0, 300.0), "temperature at which it fails all commands");
  s.watts("throttle_power", p.throttle_watts, range(0.01, 1000.0),
          "power allowed at the temperature throttle; from there it falls evenly, to power.idle at shutdown");
  s.only_with({"ambient", "nand_heat", "controller_heat", "nand_to_air", "controller_to_air", "between",
               "throttle", "shutdown", "throttle_power"},
              p, "air warm enough for it to throttle, but on the temperature that is reported",
              [](const Params& thermal) { return may_throttle(thermal); });
  s.check(p, [](const Params& thermal) -> std::string {
    return thermal.throttle < thermal.shutdown ? "" : "throttle must be below shutdown";
  });
}

}  // namespace rainier::thermal
