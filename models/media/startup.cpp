#include "models/media/startup.hpp"

#include "sim/config/describe.hpp"

namespace rainier::media {

void describe(config::Schema& s, Startup& p) {
  using namespace literals;
  using config::range;
  s.field(
      "hold_up", p.hold_up, range(0_s, 100_s),
      "how long capacitors keep the drive at work when its power is cut: programs under way end, then what "
      "waits in the write buffer and the list of trims are saved on all dies at once; 0 for none, which "
      "loses what was acknowledged before it was programmed, and undoes trims");
  s.field(
      "checkpoint", p.checkpoint, range(0_s, 1000000_s),
      "how often the map is saved, so that after a loss of power only superblocks that have changed since "
      "are searched for metadata. The whole map is programmed in that time, at a steady rate, into blocks of "
      "its own, two sets of them, which over-provisioning then lacks; 0 for never: every page is searched");
}

}  // namespace rainier::media
