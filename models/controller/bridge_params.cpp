#include "models/controller/bridge_params.hpp"

#include "sim/config/describe.hpp"

namespace rainier::controller {

void describe(config::Schema& s, BridgeParams& p) {
  using namespace literals;
  using namespace config::literals;
  using config::range;
  s.field(
      "members", p.members, range(1, 64),
      "equal drives behind it: all other groups, and the capacity, are those of one; 1: there is no bridge");
  s.bytes("stripe", p.stripe_bytes, range(4_KiB, 64_MiB).power_of_two(),
          "the host's data go to one drive after the other in pieces of this size");
  s.field("slots", p.slots, range(1, 4096), "commands of the host outstanding; each drive has its own slots");
  s.field("command_time", p.command_time, range(0_ns, 1_ms),
          "of its processor: taking a command apart and handing it to the drives");
  s.field("completion_time", p.completion_time, range(0_ns, 1_ms), "of its processor: ending a command");
  s.watts("power", p.watts, range(0.0, 1000.0), "that it takes itself, beside its drives");
  s.group("uplink", p.uplink, "PCI Express link to the host, shared by all drives");
  s.only_with({"stripe", "slots", "command_time", "completion_time", "power", "uplink"}, p, "members above 1",
              [](const BridgeParams& bridge) { return bridge.is_there(); });
}

}  // namespace rainier::controller
