#pragma once

#include <array>
#include <cstdint>

#include "models/controller/command.hpp"

namespace rainier::host {

/// The sum of each stage's time over the requests counted; the stages of a request add up to its latency.
struct StageTimes {
  std::array<Time, controller::stages> sum{};
  Time total;
  std::uint64_t requests = 0;

  void add(const controller::Command& c, Time start, Time reaped) {
    using controller::Stage;
    total += reaped - start;  // checked against overflow: no stage has more
    const auto put = [this](Stage s, std::int64_t ps) {
      Time& of = sum[static_cast<std::size_t>(s)];
      of = Time(of.ps() + ps);
    };
    const std::int64_t arrived = c.arrived.ps(), dispatched = c.dispatched.ps(), data_in = c.data_in.ps();
    const std::int64_t die = c.die_wait.ps(), power = c.power_wait.ps(), channel = c.channel_wait.ps();
    const std::int64_t transfer = c.transfer.ps(), array = c.array.ps();
    const std::int64_t posted = c.posted.ps(), seen = c.seen.ps();
    put(Stage::submit, arrived - start.ps());
    put(Stage::pipeline, dispatched - arrived);
    put(Stage::fetch, data_in - dispatched);
    put(Stage::die, die);
    put(Stage::power, power);
    put(Stage::channel, channel);
    put(Stage::transfer, transfer);
    put(Stage::array, array);
    put(Stage::deliver, posted - data_in - (die + power + channel + transfer + array));
    put(Stage::interrupt, seen - posted);
    put(Stage::complete, reaped.ps() - seen);
    ++requests;
  }
  StageTimes operator-(const StageTimes& o) const {
    StageTimes d = *this;
    for (std::size_t i = 0; i < sum.size(); ++i) d.sum[i] -= o.sum[i];
    d.total -= o.total;
    d.requests -= o.requests;
    return d;
  }
};

}  // namespace rainier::host
