#pragma once

#include <functional>
#include <string>

#include "models/drive/simulation.hpp"

namespace rainier::live {

/// What is done to a drive at work besides requests, as a text: a fault as `--fault` has it without its time
/// (`die:3.2`, `power`), `air:CELSIUS`, or `age:YEARS` for what is in the flash. Nothing happens before the
/// answer is called. @throws std::invalid_argument where the drive can't, with the reason
std::function<void()> intervention(drive::Simulation& simulation, const std::string& what);

}  // namespace rainier::live
