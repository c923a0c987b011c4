#pragma once

#include <cstdint>

#include "models/controller/config.hpp"
#include "models/ftl/layout.hpp"

namespace rainier::controller {

/// How superblocks lie on the drive's dies; the reserve is taken off whole.
ftl::Layout layout_of(const DriveConfig& config);
/// Blocks of a plane that are not kept in reserve.
std::uint32_t usable_blocks(const DriveConfig& config);

}  // namespace rainier::controller
