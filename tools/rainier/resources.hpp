#pragma once

#include <string>
#include <vector>

#include "models/drive/simulation.hpp"

namespace rainier::tool {

/// A server of the drive or the host, and the share of the time in which it was busy.
struct Resource {
  std::string key;   ///< for programs
  std::string name;  ///< for a sentence: "the flash dies"
  double share = 0;
  std::string note;  ///< how many there are, or how the share comes about
};

/// All of them over a span. Energy stands for the power governor (spent / what the cap leaves over idle), and
/// for the write frontier the programs of host data with their parity x tPROG / (dies of the frontier x
/// time).
std::vector<Resource> resources_of(drive::Simulation& simulation, const drive::Usage& spent);

double mean_watts(const controller::Controller& drive, const drive::Usage& spent);
/// All programs, of host data, GC, parity and the saved map, in mapping units, for each that the host wrote;
/// 0 before the first.
double programs_per_host_page(const controller::Controller& drive, const drive::Usage& spent);

/// What the saves of the map cost over a span; the other figures count it too.
struct MapTraffic {
  std::uint64_t pages = 0, erases = 0;
  double programs_per_host_page = 0;  ///< in mapping units, as above
  double channels_busy = 0;           ///< share of the time of all channels
  double joules = 0;
};
MapTraffic map_traffic(const controller::Controller& drive, const drive::Usage& spent);

}  // namespace rainier::tool
