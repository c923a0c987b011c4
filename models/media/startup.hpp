#pragma once

#include "sim/kernel/time.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::media {

/// What a drive does when its power is cut, and when it comes back.
struct Startup {
  Time hold_up;     ///< for which capacitors keep it at work, 0 for none
  Time checkpoint;  ///< how often the map is saved, 0 for never
};

void describe(config::Schema& schema, Startup& params);

}  // namespace rainier::media
