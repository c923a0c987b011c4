#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rainier::config {

/// The noun as it follows this number: 1 unit, 2 units.
inline std::string plural(std::uint64_t count, std::string_view one) {
  return std::string(one) + (count == 1 ? "" : "s");
}

}  // namespace rainier::config
