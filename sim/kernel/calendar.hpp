#pragma once

#include <bit>
#include <cstdint>

#include "sim/kernel/event.hpp"
#include "sim/kernel/heap.hpp"
#include "sim/kernel/invariant.hpp"
#include "sim/kernel/wheel.hpp"

namespace rainier {

/// The order of time: takes events for the future and hands them out earliest first, equal times in the order
/// in which they were asked for. An event in the past ends the process.
class Calendar {
 public:
  /// The wheel for work, the heap as the reference; both give the same run.
  enum class Kind { wheel, heap };
  explicit Calendar(Kind kind = Kind::wheel) : kind_(kind) {}

  Time now() const { return now_; }

  void at(Time when, std::uint32_t handler, std::uint32_t slot) {
    invariant(when >= now_, "an event was put into the past");
    const Event event{when, handler, slot};
    kind_ == Kind::wheel ? wheel_.push(event) : heap_.push(event);
  }

  bool empty() const { return size() == 0; }
  std::size_t size() const { return kind_ == Kind::wheel ? wheel_.size() : heap_.size(); }
  std::uint64_t processed() const { return processed_; }
  /// A running hash of every event handed out: equal hashes, equal runs.
  std::uint64_t hash() const { return hash_; }

  /// Makes run() return after the event it is dispatching; the rest stays for a later run().
  void stop() { stopped_ = true; }

  /// Calls dispatch(event) for every event up to and including `until`, among them those that dispatch adds.
  /// Then the time is `until`, unless it was stopped or `until` is Time::max(): then that of the last event.
  template <class Dispatch>
  void run(Time until, Dispatch&& dispatch) {
    stopped_ = false;
    kind_ == Kind::wheel ? drain(wheel_, until, dispatch) : drain(heap_, until, dispatch);
    if (!stopped_ && until != Time::max() && until > now_) now_ = until;
  }

 private:
  template <class Queue, class Dispatch>
  void drain(Queue& queue, Time until, Dispatch& dispatch) {
    Event event;
    while (!stopped_ && queue.pop_until(until, event)) {
      now_ = event.when;
      ++processed_;
      mix(event);
      dispatch(event);
    }
  }

  void mix(const Event& event) {
    const std::uint64_t what = std::uint64_t{event.handler} << 32 | event.slot;
    const std::uint64_t word = static_cast<std::uint64_t>(event.when.ps()) * 0x9e3779b97f4a7c15 + what;
    hash_ = (std::rotl(hash_, 23) ^ word) * 0xd1342543de82ef95;
  }

  Wheel wheel_;
  Heap heap_;
  Time now_;
  std::uint64_t processed_ = 0;
  std::uint64_t hash_ = 0x5261696e696572;
  Kind kind_;
  bool stopped_ = false;
};

}  // namespace rainier
