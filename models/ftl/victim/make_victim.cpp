#include "models/ftl/victim/victim.hpp"

namespace rainier::ftl {

std::unique_ptr<Victim> make_victim(const GcParams& params, Philox random) {
  switch (params.victim) {
    case VictimPolicy::greedy:
      return make_greedy();
    case VictimPolicy::fifo:
      return make_fifo();
    case VictimPolicy::random:
      return make_d_choices(1, std::move(random));
    case VictimPolicy::d_choices:
      return make_d_choices(params.choices, std::move(random));
    case VictimPolicy::cost_benefit:
      return make_cost_benefit();
    case VictimPolicy::windowed_greedy:
      return make_windowed_greedy(params.window);
  }
  return nullptr;
}

}  // namespace rainier::ftl
