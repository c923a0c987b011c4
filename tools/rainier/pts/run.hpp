#pragma once

#include <cstdint>

#include "models/controller/config.hpp"
#include "models/host/params.hpp"
#include "tools/rainier/pts/result.hpp"
#include "tools/rainier/pts/sampler.hpp"

namespace rainier::pts {

/// Carries a test out. The same arguments give the same result. When `watch` stops it, the result holds what
/// had been done and says so. Memory: one drive at a time.
/// @throws std::invalid_argument if the drive could not work; std::runtime_error if a conservation law breaks
Result run(const Plan& plan, const controller::DriveConfig& drive, const host::Params& host,
           std::uint64_t seed, const Watch& watch = {});

}  // namespace rainier::pts
