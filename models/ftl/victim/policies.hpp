#pragma once

#include <cstdint>
#include <memory>

#include "models/ftl/victim/victim.hpp"

/// All policies. A new one is a file beside this one, which defines NAME_policy(), and its name here: at the
/// end, as those before it have the numbers of VictimPolicy.
#define RAINIER_VICTIM_POLICIES(POLICY) \
  POLICY(greedy) POLICY(fifo) POLICY(random) POLICY(d_choices) POLICY(cost_benefit) POLICY(windowed_greedy)

namespace rainier::ftl {

/// A policy as the configuration knows it: what each policy's file says of itself.
struct Policy {
  const char* word;     ///< that `--set ftl.gc.victim` takes
  const char* meaning;  ///< in the documentation
  std::unique_ptr<Victim> (*make)(const GcParams& params, Philox random);
};

#define RAINIER_POLICY(name) Policy name##_policy();
RAINIER_VICTIM_POLICIES(RAINIER_POLICY)
#undef RAINIER_POLICY

/// Their values in the configuration.
namespace number {
#define RAINIER_POLICY(name) name,
enum : std::uint8_t { RAINIER_VICTIM_POLICIES(RAINIER_POLICY) };
#undef RAINIER_POLICY
}  // namespace number

}  // namespace rainier::ftl
