#include "models/ftl/victim/policies.hpp"
#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {
namespace {

/// The most (1 - u) x age / 2u (Rosenblum and Ousterhout, SOSP 1991), u being the valid share.
class CostBenefit final : public Victim {
 public:
  std::uint32_t choose(const Superblocks& s, std::uint32_t user_units, std::uint64_t now) override {
    return least(s, [&](std::uint32_t sb) {
      const double u = static_cast<double>(s.valid[sb]) / user_units;
      if (s.valid[sb] == 0) return -1e300;
      const double age = static_cast<double>(now - s.written_at[sb]) + 1;
      return -(1 - u) * age / (2 * u);
    });
  }
};

}  // namespace

Policy cost_benefit_policy() {
  return {"cost-benefit", "the most (1 - u) x age / 2u",
          [](const GcParams&, Philox) -> std::unique_ptr<Victim> { return std::make_unique<CostBenefit>(); }};
}

}  // namespace rainier::ftl
