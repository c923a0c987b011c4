#include "models/ftl/victim/policies.hpp"
#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {
namespace {

/// The one closed longest ago. Write your own here.
class Mine final : public Victim {
 public:
  std::uint32_t choose(const Superblocks& s, std::uint32_t, std::uint64_t) override {
    return least(s, [&](std::uint32_t sb) { return s.closed_at[sb]; });
  }
};

}  // namespace

Policy mine_policy() {
  return {"mine", "the one of the lab",
          [](const GcParams&, Philox) -> std::unique_ptr<Victim> { return std::make_unique<Mine>(); }};
}

}  // namespace rainier::ftl
