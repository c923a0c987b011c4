#pragma once

#include <cstdint>
#include <vector>

#include "sim/port/server.hpp"

namespace rainier::controller {

/// What works commands off: a hardware pipeline, or firmware cores. The first takes commands in; map
/// operations go to the next free of the others, or to the same one where there is no other. O(cores) a call.
class Cores {
 public:
  explicit Cores(std::uint32_t count) : servers_(count) {}

  /// When a command that comes at `at` is taken in.
  Time command(Time at, Time service) { return servers_.front().serve(at, service); }
  /// When map operations that take `service` are done.
  Time map(Time at, Time service) {
    std::size_t next = servers_.size() > 1 ? 1 : 0;
    for (std::size_t i = 2; i < servers_.size(); ++i)
      if (servers_[i].free_at() < servers_[next].free_at()) next = i;
    return servers_[next].serve(at, service);
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(servers_.size()); }
  Time command_busy() const { return servers_.front().busy(); }
  /// Summed over all but the first.
  Time map_busy() const {
    Time busy;
    for (std::size_t i = 1; i < servers_.size(); ++i) busy += servers_[i].busy();
    return busy;
  }

 private:
  std::vector<FifoServer> servers_;
};

}  // namespace rainier::controller
