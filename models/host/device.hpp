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
  [[gnu::always_inline]] void ring(std::uint32_t command, Time at) {
    if (bridge_ != nullptr) [[unlikely]]
      return bridge_->ring(command, at);
    drive_->ring(command, at);
  }
  controller::CommandList take_completions(std::uint32_t queue) {
    return bridge_ != nullptr ? bridge_->take_completions() : drive_->take_completions(queue);
  }
  void enable_interrupts(std::uint32_t queue) {
    if (bridge_ != nullptr) [[unlikely]]
      return bridge_->enable_interrupts();
    drive_->enable_interrupts(queue);
  }
  /// Of a drive of which error_ends_queue() holds.
  Time read_error_log(Time at) { return drive_->read_error_log(at); }
  void prefetch(std::uint64_t sector) const {
    if (bridge_ == nullptr) [[likely]]
      drive_->prefetch(sector);
  }

  /// Of the drive, or of each of them.
  const controller::DriveConfig& config() const { return drive_->config(); }
  /// Whether commands go through the queues of NVMe: never to a bridge.
  bool has_queues() const { return config().controller.front_end == controller::FrontEnd::nvme; }
  std::uint32_t queues() const { return has_queues() ? config().controller.nvme.queues : 1; }
  /// Commands that a queue takes: one less than it has entries.
  std::uint32_t slots() const {
    if (bridge_) return config().bridge.slots;
    return has_queues() ? config().controller.nvme.depth - 1 : config().controller.slots;
  }
  /// Slots that share a completion register: all of a bridge's do, and all of a queue.
  std::uint32_t slot_group() const {
    return bridge_ || has_queues() ? slots() : config().controller.slot_group;
  }

 private:
  controller::Controller* drive_;
  Slab<controller::Command>* commands_;
  bridge::Bridge* bridge_ = nullptr;
};

}  // namespace rainier::host
