#pragma once

#include <cstdint>

namespace rainier::trace {

/// What a line has turned out to be.
enum class Outcome : std::uint8_t {
  request,
  nothing,  ///< part of the format, but no request: an event of another kind, say
  fault     ///< not of this format
};

}  // namespace rainier::trace
