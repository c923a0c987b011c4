#include "models/nand/die.hpp"

#include <fmt/format.h>

namespace rainier::nand {

void Die::refuse(const char* reason, PageAddress at) {
  throw Refusal(
      fmt::format("die refuses: {} (plane {}, block {}, page {})", reason, at.plane, at.block, at.page));
}

void Die::refuse_busy(const char* operation) {
  throw Refusal(fmt::format("die refuses: {} while the array is busy", operation));
}

}  // namespace rainier::nand
