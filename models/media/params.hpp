#pragma once

#include <cstdint>

namespace rainier::config {
class Schema;
}

namespace rainier::media {

enum class Data : std::uint8_t { none, real };

/// Whether pages carry bytes, and how what fails is made good.
struct Params {
  Data data = Data::none;
  std::uint32_t rebuild_blocks = 8;  ///< blocks that are rebuilt at once
  double write_protect = 0.10;       ///< share of the spare blocks at which the drive takes no more writes
};

void describe(config::Schema& schema, Params& params);

}  // namespace rainier::media
