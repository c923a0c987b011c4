#pragma once

#include <vector>

#include "tools/rainier/manager/managed.hpp"

namespace rainier::manager {

/// A drive that is nothing but its status, and remembers what was done to it.
struct StandIn : Managed {
  Status now;
  std::vector<Action> done;
  std::size_t looks = 0;

  StandIn() {
    now.identity = {"p320h-700", "Micron RealSSD P320h 700 GB", "SIM0123", "0.1.0", 700'000'000'000};
    now.shape = {32, 512, 2, 2048, 128, 4096, 1'099'511'627'776, "SLC"};
    now.slots = 255;
    now.rain.data = 7;
    now.rain.state = RainState::whole;
    now.dies.assign(512, DieState::idle);
    now.busy.assign(512, 0);
    now.erases.assign(512, 1);
    now.bus_busy.assign(32, 0);
    now.temperature = {39, 38, 41, 25, 82, 85, true, false, false};
    now.watts = {12.5, 25, 10, {}};
  }
  Status status() override { return now; }
  void look() override { ++looks; }
  std::string perform(const Action& action) override {
    if (action.kind == Action::Kind::fault && action.fault.kind == faults::Kind::die &&
        action.fault.address[faults::channel] >= 32)
      throw Refused("expected a channel from 0 to 31");
    done.push_back(action);
    return "done";
  }
};

}  // namespace rainier::manager
