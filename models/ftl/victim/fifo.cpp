#include "models/ftl/victim/policies.hpp"
#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {
namespace {

/// The one closed longest ago.
class Fifo final : public Victim {
 public:
  std::uint32_t choose(const Superblocks& s, std::uint32_t, std::uint64_t) override {
    return least(s, [&](std::uint32_t sb) { return s.closed_at[sb]; });
  }
};

}  // namespace

Policy fifo_policy() {
  return {"fifo", "the one closed longest ago",
          [](const GcParams&, Philox) -> std::unique_ptr<Victim> { return std::make_unique<Fifo>(); }};
}

}  // namespace rainier::ftl
