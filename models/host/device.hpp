#pragma once

#include "models/bridge/bridge.hpp"
#include "models/controller/controller.hpp"
#include "sim/port/slab.hpp"

namespace rainier::host {

/// What a driver drives: one drive, or a bridge that several are behind. For the one it costs a test that
/// always comes out alike.
class Device {
 public:
  explicit Device(controller::Controller& drive) : drive_(&drive), commands_(&drive.commands()) {}
  explicit Device(bridge::Bridge& bridge)
      : drive_(bridge.members().front().drive), commands_(&bridge.commands()), bridge_(&bridge) {}

  std::uint32_t take() {
    const std::uint32_t c = commands_->take();
    (*commands_)[c].clear();
    return c;
  }
  controller::Command& operator[](std::uint32_t command) { return (*commands_)[command]; }
  void give(std::uint32_t command) { commands_->give(command); }
  void ring(std::uint32_t command, Time at) {
    if (bridge_ != nullptr) [[unlikely]]
      return bridge_->ring(command, at);
    drive_->ring(command, at);
  }
  controller::CommandList take_completions() {
    return bridge_ != nullptr ? bridge_->take_completions() : drive_->take_completions();
  }
  void enable_interrupts() {
    if (bridge_ != nullptr) [[unlikely]]
      return bridge_->enable_interrupts();
    drive_->enable_interrupts();
  }
  void prefetch(std::uint64_t sector) const {
    if (bridge_ == nullptr) [[likely]]
      drive_->prefetch(sector);
  }

  /// Of the drive, or of each of them.
  const controller::DriveConfig& config() const { return drive_->config(); }
  std::uint32_t slots() const { return bridge_ ? config().bridge.slots : config().controller.slots; }
  /// Slots that share a completion register: all of a bridge's do.
  std::uint32_t slot_group() const { return bridge_ ? slots() : config().controller.slot_group; }

 private:
  controller::Controller* drive_;
  Slab<controller::Command>* commands_;
  bridge::Bridge* bridge_ = nullptr;
};

}  // namespace rainier::host
