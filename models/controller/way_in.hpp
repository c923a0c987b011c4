#pragma once

#include <cstdint>

#include "models/controller/command.hpp"
#include "sim/port/slab.hpp"

namespace rainier::controller {

/// Where commands come in, so many at a time, each until it leaves the pipeline; others wait in their order.
/// O(1).
class WayIn {
 public:
  /// `most` at a time; 0 for any number
  explicit WayIn(std::uint32_t most) : most_(most) {}

  /// Whether it may come in now.
  bool enter(Slab<Command>& commands, std::uint32_t command, Time now) {
    if (most_ == 0) return true;
    if (inside_ == most_) {
      waiting_.push(commands, command);
      return false;
    }
    count(now);
    ++inside_;
    return true;
  }
  /// One has come through: the next that may come in, or none.
  std::uint32_t leave(Slab<Command>& commands, Time now) {
    if (most_ == 0) return no_command;
    if (!waiting_.empty()) return waiting_.pop(commands);
    count(now);
    --inside_;
    return no_command;
  }
  /// The power is gone, and all commands with it.
  void forget(Time now) {
    count(now);
    inside_ = 0;
    waiting_ = CommandList{};
  }
  /// Summed over those that are inside.
  Time busy(Time now) const { return busy_ + (now - since_) * std::int64_t{inside_}; }

 private:
  void count(Time now) {
    busy_ = busy(now);
    since_ = now;
  }

  std::uint32_t most_, inside_ = 0;
  CommandList waiting_;
  Time busy_, since_;
};

}  // namespace rainier::controller
