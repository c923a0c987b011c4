#pragma once

#include "models/drive/simulation.hpp"

namespace rainier::drive {

struct Simulation::Other {
  Other(const controller::DriveConfig& config, std::uint64_t seed, Calendar::Kind kind)
      : calendar(kind), drive(config, calendar, seed) {}
  Calendar calendar;
  controller::Controller drive;
};

}  // namespace rainier::drive
