#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/rainier/catalog.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/sweep/file.hpp"

namespace rainier::tool {

/// One run of a sweep.
struct SweepPoint {
  std::string name;  ///< 16 hexadecimal digits of its full configuration: what is simulated, and nothing else
  std::uint64_t seed = 1;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< those that are swept, in their order
};

struct SweepPlan {
  SweepFile file;
  std::vector<std::string> axes;   ///< columns of the table
  std::vector<SweepPoint> points;  ///< each once
};

/// All points of the sweep. Every path and value is checked by itself; whether values go together is only
/// known when a point is set up. Cost: some 10 ms for each value of the file, microseconds for each point.
/// @throws config::Error, UsageError
SweepPlan plan_sweep(const Catalog& catalog, const SweepFile& file);

/// The arguments of `rainier run` for a point, without its outputs.
std::vector<std::string> run_arguments(const SweepFile& file, const SweepPoint& point);
SetupOptions setup_of(const SweepFile& file, const SweepPoint& point);

}  // namespace rainier::tool
