#pragma once

#include <vector>

#include "models/drive/simulation.hpp"
#include "models/health/smart/attributes.hpp"
#include "models/media/event_log.hpp"

namespace rainier::drive {

/// What the drive knows of its health now; of several behind a bridge their sum, and the most worn and the
/// warmest of them. Writes count in whole mapping units, those of the functional tier
/// with the others.
health::Vitals vitals_of(const Simulation& simulation);

/// What happened to it, in order of time.
std::vector<media::EventLog::Entry> events_of(const Simulation& simulation);

}  // namespace rainier::drive
