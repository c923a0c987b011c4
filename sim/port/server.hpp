#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/kernel/invariant.hpp"
#include "sim/kernel/time.hpp"

namespace rainier {

/// One server, first come first served, service times known on arrival: the completion is computed, so it
/// needs no event. Requests are served in the order of the calls; an arrival earlier than the one before is
/// still served after it.
class FifoServer {
 public:
  /// When a request that arrives at `arrival` and takes `service` is done.
  Time serve(Time arrival, Time service) {
    const Time start = std::max(arrival, free_);
    free_ = start + service;
    waiting_ += start - arrival;
    busy_ += service;
    ++served_;
    return free_;
  }

  /// The same for `count` equal requests that arrive together: when the last of them is done.
  Time serve(Time arrival, Time service, std::int64_t count) {
    const Time start = std::max(arrival, free_);
    const Time all = service * count;
    free_ = start + all;
    waiting_ += (start - arrival) * count + service * (count * (count - 1) / 2);
    busy_ += all;
    served_ += static_cast<std::uint64_t>(count);
    return free_;
  }

  /// The moment from which it is idle, as far as is known now.
  Time free_at() const { return free_; }
  std::uint64_t served() const { return served_; }
  /// The sum of service times: over a span in which all of them lie, busy() / span is the utilisation.
  Time busy() const { return busy_; }
  /// The sum of times before service; over a span it is the mean number waiting (Little). It has room for a
  /// thousand requests waiting through 2.5 simulated hours.
  Time waiting() const { return waiting_; }

 private:
  Time free_;
  Time busy_;
  Time waiting_;
  std::uint64_t served_ = 0;
};

/// A fixed number of credits that come back in the order in which they were taken: link credits, buffer
/// slots, tags. The n-th acquire waits for the release of the (n - credits)-th, so no event is needed.
class CreditServer {
 public:
  explicit CreditServer(std::size_t credits) : release_(credits) {
    invariant(credits > 0, "a server has no credits");
  }

  /// True when acquire() may be called: the release it would wait for is known.
  bool available() const { return acquired_ - released_ < release_.size(); }

  /// When a credit asked for at `at` is granted, and takes it.
  Time acquire(Time at) {
    invariant(available(), "a credit was acquired before the release it waits for was known");
    const Time granted = std::max(at, release_[acquire_index_]);
    acquire_index_ = following(acquire_index_);
    ++acquired_;
    waiting_ += granted - at;
    return granted;
  }

  /// The oldest credit still out comes back at `at`, never before the one released before it.
  void release(Time at) {
    invariant(released_ < acquired_, "a credit was released that was not acquired");
    last_release_ = std::max(last_release_, at);
    release_[release_index_] = last_release_;
    release_index_ = following(release_index_);
    ++released_;
  }

  /// Whether none of the next `count` acquires, asked for at `at`, would wait.
  bool free(std::size_t count, Time at) const {
    if (acquired_ != released_ || count > release_.size()) return false;
    const std::size_t last = acquire_index_ + count - 1;
    return release_[last < release_.size() ? last : last - release_.size()] <= at;
  }
  /// `count` credits that are free are taken, and come back one by one: the first at `first`, which is not
  /// before an earlier release, each following `step` later.
  void pass(std::size_t count, Time first, Time step) {
    for (std::size_t i = 0; i < count; ++i, first += step) {
      release_[acquire_index_] = last_release_ = first;
      acquire_index_ = following(acquire_index_);
    }
    release_index_ = acquire_index_;
    acquired_ += count;
    released_ += count;
  }

  std::size_t credits() const { return release_.size(); }
  std::uint64_t acquired() const { return acquired_; }
  /// Acquired credits whose release is not yet known.
  std::uint64_t outstanding() const { return acquired_ - released_; }
  Time waiting() const { return waiting_; }

 private:
  std::size_t following(std::size_t index) const { return index + 1 == release_.size() ? 0 : index + 1; }

  std::vector<Time> release_;  ///< a ring: when the credit of the (n - credits)-th acquire came back
  std::size_t acquire_index_ = 0;
  std::size_t release_index_ = 0;
  std::uint64_t acquired_ = 0;
  std::uint64_t released_ = 0;
  Time last_release_;
  Time waiting_;
};
using TokenServer = CreditServer;

}  // namespace rainier
