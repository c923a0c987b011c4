#include "models/media/params.hpp"

#include "sim/config/describe.hpp"

namespace rainier::media {

void describe(config::Schema& s, Params& p) {
  using config::range;
  s.field("blocks", p.rebuild_blocks, range(1, 4096),
          "blocks that are rebuilt at once after a failure, each page by page");
  s.ratio("write_protect", p.write_protect, range(0.0, 1.0),
          "share of the spare blocks left below which over-provisioning gives up blocks of its own, and when "
          "no more than this share of it is left either, the drive takes no more writes");
}

}  // namespace rainier::media
