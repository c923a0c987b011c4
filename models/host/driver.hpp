#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/controller/controller.hpp"
#include "models/host/device.hpp"
#include "models/host/params.hpp"
#include "models/host/queue.hpp"
#include "models/host/request.hpp"
#include "models/host/verifier.hpp"
#include "models/host/watcher.hpp"
#include "sim/kernel/calendar.hpp"
#include "sim/port/slab.hpp"

namespace rainier::host {

/// Numbers of the host's events, after the controller's.
namespace event {
enum : std::uint32_t {
  group = controller::event::first_free,  ///< slot: slot group, one completion of it is worked off
  groups,                                 ///< the completions of all groups are worked off
  last_of_driver = groups,
  step,    ///< slot: worker, a turn of its loop
  sample,  ///< slot: worker, every 500 ms
  start,   ///< slot: worker, after its startdelay
  count,   ///< slot: worker, after its ramp_time
  steady,  ///< slot: worker, every second with steadystate
  judge,   ///< slot: worker, every rate_cycle with rate_min
};
}  // namespace event

/// The block driver: command slots, splitting, the one interrupt and the workers of the slot groups; or the
/// queues of NVMe, where each is a group and has an interrupt of its own. While completions are being worked
/// off their interrupt stays off, so that they gather.
class Driver {
 public:
  Driver(const Params& params, const Device& drive, Calendar& calendar);
  Driver(const Params& params, controller::Controller& drive, Calendar& calendar)
      : Driver(params, Device(drive), calendar) {}

  std::uint32_t take() {
    const std::uint32_t r = requests_.take();
    requests_[r] = Request{};
    return r;
  }
  Request& operator[](std::uint32_t request) { return requests_[request]; }
  /// Another host takes over; nothing may be outstanding.
  void use(const Params& params);
  /// The queue that commands of a core go to.
  std::uint8_t queue_of(std::uint32_t core) const { return static_cast<std::uint8_t>(core % queues_.size()); }
  void prefetch(std::uint64_t offset) const { drive_.prefetch(offset / 512); }
  /// Gives back the request and the command kept for its times.
  void give(std::uint32_t request) {
    if (requests_[request].last_command != controller::no_command)
      drive_.give(requests_[request].last_command);
    requests_.give(request);
  }

  /// The command that ended last: its times stand for the request.
  const controller::Command& last_command(std::uint32_t request) {
    return drive_[requests_[request].last_command];
  }
  /// The request's first doorbell is rung at `at`, or when slots come free.
  void submit(std::uint32_t request, Time at) {
    if (watcher_ != nullptr) [[unlikely]]
      watcher_->submitted(request);
    admit(request, at);
  }
  /// Nobody with nullptr.
  void watch(Watcher* watcher) { watcher_ = watcher; }

  /// Handles the interrupt and the events of slot groups: calls ended(request) for each request that ends.
  template <class Ended>
  void handle(Event event, Ended&& ended) {
    if (event.handler == controller::event::interrupt) return interrupt(event.slot);
    if (event.handler == event::groups) return work_off_all(ended);
    const std::uint32_t request = group_event(event.slot);
    if (request != no_request) ended(request);
  }

  /// Where the request's bytes come from or go to. For each request, where the drive carries bytes.
  void set_memory(std::uint32_t request, std::byte* memory) {
    if (request >= memory_.size()) memory_.resize(2 * request + 64, nullptr);
    memory_[request] = memory;
  }
  /// The host's memory of what it wrote; none where the drive carries no bytes.
  Verifier* verifier() { return verifier_.get(); }
  const Verifier* verifier() const { return verifier_.get(); }

  std::uint32_t slots_used() const;
  /// Commands that may be with the drive.
  std::uint32_t slots() const { return slots_; }
  /// Completions of a group are worked off one after the other: slot groups, or queues.
  std::uint32_t groups() const { return static_cast<std::uint32_t>(groups_.size()); }
  std::size_t outstanding() const { return requests_.used(); }
  std::uint64_t commands() const { return commands_; }
  /// Of them, sent because their data had come over the link with a wrong CRC, or their queue had ended by
  /// the error of another.
  std::uint64_t sent_again() const { return sent_again_; }
  std::uint64_t interrupts() const { return interrupts_; }
  std::uint64_t slot_waits() const { return slot_waits_; }

 private:
  /// Neither groups nor completions take time of their own. Queues have their own moments, though.
  bool works_at_once() const {
    return !has_queues_ && params_.group_time == Time() && params_.completion_time == Time();
  }
  /// Whether this drive's driver holds the request back until fewer like it are outstanding.
  bool is_held(const Request& request) const;
  bool is_unaligned(const Request& request) const;
  void admit(std::uint32_t request, Time at);
  void issue(Queue& queue, std::uint32_t request, Time at);
  [[gnu::cold]] bool keeps_for_later(Queue& queue, std::uint32_t command);
  [[gnu::cold]] void recover(Queue& queue);
  [[gnu::cold]] void send_again(std::uint32_t command, Time at);
  void resume(Queue& queue, Time at);
  void interrupt(std::uint32_t queue);
  void start(std::uint32_t group);
  std::uint32_t group_event(std::uint32_t group);
  /// Works off one completion of the group; answers the request it ends, or `no_request`.
  std::uint32_t work_off(std::uint32_t group);
  /// Where neither groups nor completions take time of their own, all of an interrupt are worked off at one
  /// moment, the groups taking turns.
  template <class Ended>
  void work_off_all(Ended&& ended) {
    while (!active_.empty()) {
      std::size_t still_active = 0;
      for (const std::uint32_t group : active_) {
        const std::uint32_t request = work_off(group);
        if (!groups_[group].empty()) active_[still_active++] = group;
        if (request != no_request) ended(request);
      }
      active_.resize(still_active);
    }
  }

  Params params_;
  Device drive_;
  Calendar& calendar_;
  std::uint64_t max_bytes_;
  bool has_queues_;
  std::uint32_t slots_, group_size_;
  std::vector<Queue> queues_;  ///< one where commands have slots
  std::vector<controller::CommandList> groups_;
  std::vector<std::uint32_t> active_;  ///< groups with completions, when their turns take no time
  bool at_once_;                       ///< they take none
  RequestList unaligned_;              ///< unaligned writes beyond those that may be outstanding
  std::uint32_t unaligned_limit_, unaligned_out_ = 0;
  bool error_ends_queue_;
  controller::CommandList unsent_;  ///< commands of a queue that ended, to be sent again
  Time sends_from_;                 ///< when that has been seen to
  Watcher* watcher_ = nullptr;
  Slab<Request> requests_;
  std::unique_ptr<Verifier> verifier_;
  std::vector<std::byte*> memory_;  ///< by request; empty where nobody looks at bytes
  std::uint64_t commands_ = 0, interrupts_ = 0, slot_waits_ = 0, sent_again_ = 0;
};

}  // namespace rainier::host
