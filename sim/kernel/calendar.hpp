#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/kernel/event.hpp"
#include "sim/kernel/heap.hpp"
#include "sim/kernel/invariant.hpp"
#include "sim/kernel/lane.hpp"
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
    const Event event{when, handler, slot, sequence_++};
    kind_ == Kind::wheel ? wheel_.push(event) : heap_.push(event);
  }
  /// The same for events of one kind that mostly come in the order of their times; those that do not are
  /// sorted in as any other. It changes the cost, never the order.
  void in_lane(std::uint32_t lane, Time when, std::uint32_t handler, std::uint32_t slot) {
    if (kind_ != Kind::wheel || !lanes_[lane].takes(when)) return at(when, handler, slot);
    invariant(when >= now_, "an event was put into the past");
    if (lanes_[lane].empty()) heads_[lane] = when.ps();
    lanes_[lane].push({when, handler, slot, sequence_++});
  }
  static constexpr std::uint32_t lanes = 8;

  bool empty() const { return size() == 0; }
  std::size_t size() const {
    std::size_t pending = kind_ == Kind::wheel ? wheel_.size() : heap_.size();
    for (const Lane& lane : lanes_) pending += lane.size();
    return pending;
  }
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
    Event event;
    while (!stopped_ && take(until, event)) {
      now_ = event.when;
      ++processed_;
      mix(event);
      dispatch(event);
    }
    if (!stopped_ && until != Time::max() && until > now_) now_ = until;
  }

 private:
  /// Takes the earliest event if there is one up to `until`.
  bool take(Time until, Event& event) {
    if (kind_ == Kind::heap) {
      if (heap_.empty() || heap_.next() > until) return false;
      event = heap_.pop();
      return true;
    }
    // Which lane is first can't be guessed, so no branch depends on it; ties are rare and go the long way.
    std::int64_t best = wheel_.empty() ? Time::max().ps() : wheel_.first().when.ps();
    std::uint32_t from = lanes;
    std::uint32_t ties = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::int64_t when = heads_[lane];
      ties = when == best ? ties + 1 : when < best ? 0 : ties;
      from = when < best ? lane : from;
      best = when < best ? when : best;
    }
    if (best > until.ps() || (best == Time::max().ps() && empty())) return false;
    if (ties > 0) [[unlikely]]
      from = first_of_ties(best);
    if (from == lanes) {
      event = wheel_.first();
      wheel_.drop();
      return true;
    }
    event = lanes_[from].first();
    lanes_[from].drop();
    heads_[from] = lanes_[from].empty() ? Time::max().ps() : lanes_[from].first().when.ps();
    return true;
  }

  [[gnu::noinline]] std::uint32_t first_of_ties(std::int64_t when) {
    std::uint32_t from = lanes;
    std::uint64_t sequence = ~std::uint64_t{0};
    if (!wheel_.empty() && wheel_.first().when.ps() == when) sequence = wheel_.first().sequence;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      if (lanes_[lane].empty() || heads_[lane] != when || lanes_[lane].first().sequence > sequence) continue;
      sequence = lanes_[lane].first().sequence;
      from = lane;
    }
    return from;
  }

  void mix(const Event& event) {
    const std::uint64_t what = std::uint64_t{event.handler} << 32 | event.slot;
    const std::uint64_t word = static_cast<std::uint64_t>(event.when.ps()) * 0x9e3779b97f4a7c15 + what;
    hash_ = (std::rotl(hash_, 23) ^ word) * 0xd1342543de82ef95;
  }

  Wheel wheel_;
  Heap heap_;
  std::array<Lane, lanes> lanes_;
  std::array<std::int64_t, lanes> heads_ = [] {
    std::array<std::int64_t, lanes> none{};
    none.fill(Time::max().ps());
    return none;
  }();  ///< times of the lanes' first events
  std::uint64_t sequence_ = 0;
  Time now_;
  std::uint64_t processed_ = 0;
  std::uint64_t hash_ = 0x5261696e696572;
  Kind kind_;
  bool stopped_ = false;
};

}  // namespace rainier
