#pragma once

#include <array>
#include <cstdint>

#include "models/controller/command.hpp"

namespace rainier::host {

/// The sum of each stage's time over the requests counted; the stages of a request add up to its latency.
struct StageTimes {
  std::array<Time, controller::stages> sum{};
  std::uint64_t requests = 0;

  void add(const controller::Command& c, Time start, Time reaped) {
    using controller::Stage;
    const auto at = [this](Stage s) -> Time& { return sum[static_cast<std::size_t>(s)]; };
    at(Stage::submit) += c.arrived - start;
    at(Stage::pipeline) += c.dispatched - c.arrived;
    at(Stage::fetch) += c.data_in - c.dispatched;
    const Time flash = c.die_wait + c.power_wait + c.channel_wait + c.transfer + c.array;
    at(Stage::die) += c.die_wait;
    at(Stage::power) += c.power_wait;
    at(Stage::channel) += c.channel_wait;
    at(Stage::transfer) += c.transfer;
    at(Stage::array) += c.array;
    at(Stage::deliver) += c.posted - c.data_in - flash;
    at(Stage::interrupt) += c.seen - c.posted;
    at(Stage::complete) += reaped - c.seen;
    ++requests;
  }
  StageTimes operator-(const StageTimes& o) const {
    StageTimes d = *this;
    for (std::size_t i = 0; i < sum.size(); ++i) d.sum[i] -= o.sum[i];
    d.requests -= o.requests;
    return d;
  }
};

}  // namespace rainier::host
