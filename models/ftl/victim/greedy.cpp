#include <utility>

#include "models/ftl/victim/policies.hpp"
#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {
namespace {

/// The fewest valid pages; of equals the one closed longest ago. Data written in order leave many without
/// any: taken by number, those with high numbers would never be worn.
class Greedy final : public Victim {
 public:
  std::uint32_t choose(const Superblocks& s, std::uint32_t, std::uint64_t) override {
    return least(s, [&](std::uint32_t sb) { return std::pair(s.valid[sb], s.closed_at[sb]); });
  }
};

}  // namespace

Policy greedy_policy() {
  return {"greedy", "the fewest valid pages",
          [](const GcParams&, Philox) -> std::unique_ptr<Victim> { return std::make_unique<Greedy>(); }};
}

}  // namespace rainier::ftl
