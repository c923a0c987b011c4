#pragma once

#include <cstdint>

namespace rainier::config {
class Schema;
}

namespace rainier::thermal {

/// In which state the drive is found: it takes minutes to change it.
enum class Start : std::uint8_t { cold, idle, busy };

/// Two bodies in the air: the NAND, and the controller with its DRAM and link.
struct Params {
  bool throttles = false;  ///< reacts to its temperature
  double ambient = 25;     ///< of the air, in degrees Celsius as all here
  Start start = Start::idle;
  double nand_joules = 60, controller_joules = 60;  ///< that warm it by a degree
  double nand_to_air_watts = 0.417;                 ///< for each degree of difference, as the others
  double controller_to_air_watts = 0.417;
  double between_watts = 1;
  double throttle = 80, shutdown = 85;
  double throttle_watts = 25;  ///< of the whole drive, allowed when the throttle sets in
};

void describe(config::Schema& schema, Params& params);

}  // namespace rainier::thermal
