#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rainier::drive {

/// One pass of preconditioning: `seq:128KiB:2` writes the drive twice in order.
struct Pass {
  enum class Kind : std::uint8_t { sequential, random };
  Kind kind = Kind::sequential;
  std::uint64_t block_bytes = 4096;
  double capacities = 1;  ///< how often the drive's capacity is written
};

/// Reads `seq:128KiB:2,rand:4KiB:2`; "none" or an empty text is no pass at all.
/// @throws config::Error with what was expected
std::vector<Pass> parse_recipe(std::string_view text);
std::string recipe_text(const std::vector<Pass>& passes);

}  // namespace rainier::drive
