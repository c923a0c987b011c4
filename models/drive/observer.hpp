#pragma once

#include "models/host/watcher.hpp"
#include "sim/kernel/event.hpp"

namespace rainier::drive {

/// Looks on at a simulation, event by event, and changes nothing: with it or without, the same things happen.
class Observer : public host::Watcher {
 public:
  /// Called before the event takes effect, at its time.
  virtual void before(const Event& event) = 0;
};

}  // namespace rainier::drive
