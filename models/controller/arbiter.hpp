#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "models/controller/nvme_params.hpp"

namespace rainier::controller {

/// Which submission queue commands are fetched from next, as NVM Express has it: in turn, or urgent queues
/// first and then by the weights of three classes, whose queues take turns. O(queues) a choice.
class Arbiter {
 public:
  struct Grant {
    std::uint32_t queue = 0;
    std::uint32_t most = 0;  ///< commands that may be fetched; 0: no queue has any
  };

  explicit Arbiter(const NvmeParams& params)
      : burst_(params.burst), weights_{0, params.high_weight, params.medium_weight, params.low_weight} {
    const bool weighted = params.arbitration == Arbitration::weighted;
    for (std::uint32_t queue = 0; queue < params.queues; ++queue)
      classes_[weighted ? params.priorities[queue % params.priorities.size()] : urgent].members.push_back(
          queue);
    credits_ = weights_;
  }

  /// `ready(queue)`: whether the queue has commands. Call took() with what was fetched.
  template <class Ready>
  Grant next(Ready&& ready) {
    if (const Grant grant = in_turn(urgent, ready); grant.most > 0) return grant;
    for (int round = 0; round < 2; ++round) {
      for (std::uint32_t of = urgent + 1; of < classes_.size(); ++of) {
        if (credits_[of] == 0) continue;
        Grant grant = in_turn(of, ready);
        if (grant.most == 0) continue;
        grant.most = std::min(grant.most, credits_[of]);
        return grant;
      }
      credits_ = weights_;
    }
    return {};
  }
  void took(std::uint32_t commands) {
    Class& of = classes_[chosen_];
    of.next = (of.next + 1) % of.members.size();
    if (chosen_ != urgent) credits_[chosen_] -= commands;
  }

 private:
  static constexpr std::uint32_t urgent = 0;
  struct Class {
    std::vector<std::uint32_t> members;
    std::size_t next = 0;
  };

  template <class Ready>
  Grant in_turn(std::uint32_t number, Ready& ready) {
    Class& of = classes_[number];
    for (std::size_t i = 0; i < of.members.size(); ++i) {
      const std::uint32_t queue = of.members[of.next];
      if (ready(queue)) {
        chosen_ = number;
        return {queue, burst_};
      }
      of.next = (of.next + 1) % of.members.size();
    }
    return {};
  }

  std::uint32_t burst_, chosen_ = urgent;
  std::array<std::uint32_t, 4> weights_, credits_{};
  std::array<Class, 4> classes_;
};

}  // namespace rainier::controller
