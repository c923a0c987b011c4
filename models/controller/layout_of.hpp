#pragma once

#include <cstdint>

#include "models/controller/config.hpp"
#include "models/ftl/layout.hpp"

namespace rainier::controller {

/// How superblocks lie on the drive's dies; the reserve is taken off whole.
ftl::Layout layout_of(const DriveConfig& config);
/// Pages of the whole map.
std::uint64_t map_pages_of(const DriveConfig& config);
/// Blocks of a plane that are kept for saves of the map, which are there twice; none without checkpoints.
std::uint32_t system_blocks(const DriveConfig& config);
/// Blocks of a plane that are kept neither in reserve nor for the map.
std::uint32_t usable_blocks(const DriveConfig& config);

}  // namespace rainier::controller
