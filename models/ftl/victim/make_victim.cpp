#include "models/ftl/victim/policies.hpp"

namespace rainier::ftl {

static_assert(number::greedy == static_cast<std::uint8_t>(VictimPolicy::greedy));
static_assert(number::fifo == static_cast<std::uint8_t>(VictimPolicy::fifo));
static_assert(number::random == static_cast<std::uint8_t>(VictimPolicy::random));
static_assert(number::d_choices == static_cast<std::uint8_t>(VictimPolicy::d_choices));
static_assert(number::cost_benefit == static_cast<std::uint8_t>(VictimPolicy::cost_benefit));
static_assert(number::windowed_greedy == static_cast<std::uint8_t>(VictimPolicy::windowed_greedy));

std::unique_ptr<Victim> make_victim(const GcParams& params, Philox random) {
#define RAINIER_POLICY(name) name##_policy(),
  const Policy all[] = {RAINIER_VICTIM_POLICIES(RAINIER_POLICY)};
#undef RAINIER_POLICY
  return all[static_cast<std::size_t>(params.victim)].make(params, std::move(random));
}

}  // namespace rainier::ftl
