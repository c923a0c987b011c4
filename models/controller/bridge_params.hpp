#pragma once

#include <cstdint>

#include "models/link/pcie.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::controller {

/// A bridge, or host bus adapter, with several equal drives behind it that the host sees as one.
struct BridgeParams {
  std::uint32_t members = 1;  ///< drives behind it; 1: there is no bridge
  std::uint64_t stripe_bytes =
      65536;                     ///< the host's data go to one drive after the other in pieces of this size
  std::uint32_t slots = 128;     ///< commands of the host outstanding
  Time command_time{5'000'000};  ///< of its processor: taking a command apart and handing it out
  Time completion_time{1'000'000};  ///< of its processor: ending a command
  double watts = 0;                 ///< that it takes beside its members
  link::PcieParams uplink;          ///< to the host, shared by all

  bool is_there() const { return members > 1; }
};

void describe(config::Schema& schema, BridgeParams& params);

}  // namespace rainier::controller
