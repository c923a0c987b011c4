#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/kernel/dial.hpp"
#include "sim/kernel/event.hpp"
#include "sim/kernel/heap.hpp"
#include "sim/kernel/invariant.hpp"
#include "sim/kernel/wheel.hpp"

namespace rainier {

/// The order of time: takes events for the future and hands them out earliest first, equal times in the order
/// in which they were asked for. An event in the past ends the process. Nearly all events are near and pass
/// through the dial; the wheel has those beyond it.
class Calendar {
 public:
  /// The wheel for work, the heap as the reference; both give the same run.
  enum class Kind { wheel, heap };
  explicit Calendar(Kind kind = Kind::wheel) : reach_(kind == Kind::wheel ? Dial::reach : 0), kind_(kind) {}

  Time now() const { return now_; }

  void at(Time when, std::uint32_t handler, std::uint32_t slot) {
    invariant(when >= now_, "an event was put into the past");
    if (Dial::distance(now_, when) < reach_) [[likely]]
      return near_.push(when, handler, slot);
    push_far({when, handler, slot});
  }

  bool empty() const { return size() == 0; }
  /// The time of the earliest event; Time::max() when there is none. Not const, as it may sort some of them.
  Time next() {
    if (kind_ == Kind::heap) return heap_.empty() ? Time::max() : heap_.next();
    const Time near = near_.empty() ? Time::max() : near_.first(now_).when;
    return far_.empty() ? near : std::min(near, far_first_);
  }
  std::size_t size() const { return near_.size() + far_.size() + heap_.size(); }
  std::uint64_t processed() const { return processed_; }
  /// A running hash of every event handed out: equal hashes, equal runs.
  std::uint64_t hash() const { return hash_; }

  /// Forgets the events that keep(event) does not want; the others stay in their order. As dear as handing
  /// all of them out twice.
  template <class Keep>
  void keep_only(Keep&& keep) {
    std::vector<Event> kept;
    while (true) {
      Event event;
      const Near near = take_near(Time::max(), event);
      if (near == Near::none && !take_far(Time::max(), event)) break;
      if (keep(event)) kept.push_back(event);
    }
    for (const Event& event : kept) at(event.when, event.handler, event.slot);
  }

  /// Makes run() return after the event it is dispatching; the rest stays for a later run().
  void stop() { stopped_ = true; }

  /// Calls dispatch(event) for every event up to and including `until`, among them those that dispatch adds.
  /// Then the time is `until`, unless it was stopped or `until` is Time::max(): then that of the last event.
  template <class Dispatch>
  void run(Time until, Dispatch&& dispatch) {
    stopped_ = false;
    while (!stopped_) {
      // Two objects, so that the near event, whose address nobody takes, stays in registers.
      Event event, far;
      const Near near = take_near(until, event);
      if (near == Near::later) break;
      if (near == Near::none) {
        if (!take_far(until, far)) break;
        event = far;
      }
      now_ = event.when;
      ++processed_;
      mix(event);
      dispatch(event);
    }
    if (!stopped_ && until != Time::max() && until > now_) now_ = until;
  }

 private:
  enum class Near { taken, none, later };

  /// Takes the earliest event if the dial has it; `later`: it is after `until`.
  [[gnu::always_inline]] Near take_near(Time until, Event& event) {
    if (near_.empty()) [[unlikely]]
      return Near::none;
    const Event& first = near_.first(now_);
    const Time when = first.when;
    // Of equal times the far event is the older one: what was beyond the dial then is within it now.
    if (far_first_ <= when && !far_.empty()) [[unlikely]]
      return Near::none;
    if (when > until) return Near::later;
    event.when = when;
    event.handler = first.handler;
    event.slot = first.slot;
    near_.drop();
    return Near::taken;
  }

  [[gnu::noinline]] void push_far(const Event& event) {
    if (kind_ == Kind::heap) return heap_.push(event);
    far_.push(event);
    far_first_ = std::min(far_first_, event.when);
  }

  [[gnu::noinline]] bool take_far(Time until, Event& event) {
    if (kind_ == Kind::heap) {
      if (heap_.empty() || heap_.next() > until) return false;
      event = heap_.pop();
      return true;
    }
    if (far_.empty() || far_first_ > until) return false;
    event = far_.pop();
    far_first_ = far_.empty() ? Time::max() : far_.next();
    return true;
  }

  void mix(const Event& event) {
    const std::uint64_t what = std::uint64_t{event.slot} << 32 | event.handler;
    const std::uint64_t word = static_cast<std::uint64_t>(event.when.ps()) * 0x9e3779b97f4a7c15 + what;
    hash_ = (std::rotl(hash_, 23) ^ word) * 0xd1342543de82ef95;
  }

  Dial near_;
  Wheel far_;
  Time far_first_ = Time::max();  ///< of the earliest event in far_
  Heap heap_;
  Time now_;
  std::uint64_t processed_ = 0;
  std::uint64_t hash_ = 0x5261696e696572;
  std::uint64_t reach_;  ///< how far the near future goes; the reference has none
  Kind kind_;
  bool stopped_ = false;
};

}  // namespace rainier
