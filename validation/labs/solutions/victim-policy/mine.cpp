#include "models/ftl/victim/policies.hpp"
#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {
namespace {

/// The one closed longest ago of those that hold no more valid pages than the mean.
class Mine final : public Victim {
 public:
  std::uint32_t choose(const Superblocks& s, std::uint32_t, std::uint64_t) override {
    std::uint64_t candidates = 0, valid = 0;
    for (std::uint32_t sb = 0; sb < s.count(); ++sb) {
      if (!s.collectable(sb)) continue;
      ++candidates;
      valid += s.valid[sb];
    }
    return least(s, [&](std::uint32_t sb) {
      const bool fuller = s.valid[sb] * candidates > valid;
      return std::pair(fuller, s.closed_at[sb]);
    });
  }
};

}  // namespace

Policy mine_policy() {
  return {"mine", "the one of the lab",
          [](const GcParams&, Philox) -> std::unique_ptr<Victim> { return std::make_unique<Mine>(); }};
}

}  // namespace rainier::ftl
