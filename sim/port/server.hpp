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
    free_ = std::max(arrival, free_) + service;
    busy_ += service;
    return free_;
  }

  /// The same for `count` equal requests that arrive together: when the last of them is done.
  Time serve(Time arrival, Time service, std::int64_t count) { return serve(arrival, service * count); }

  /// Something short goes at `at` ahead of what waits then. Unlike serve(), its moment may be later than that
  /// of what is served next, which it does not hold back.
  void squeeze_in(Time at, Time service) {
    if (free_ > at) free_ += service;
    busy_ += service;
  }

  /// The moment from which it is idle, as far as is known now.
  Time free_at() const { return free_; }
  /// The sum of service times: over a span in which all of them lie, busy() / span is the utilisation.
  Time busy() const { return busy_; }

 private:
  Time free_;
  Time busy_;
};

/// A fixed number of credits that come back in the order in which they were taken (link credits, tags), at a
/// moment that is known when one is granted. The n-th waits for the return of the (n - credits)-th, so no
/// event is needed.
class CreditServer {
 public:
  explicit CreditServer(std::size_t credits) : return_(credits) {
    invariant(credits > 0, "a server has no credits");
  }

  /// A credit asked for at `at` is granted, and comes back at `used(granted)`, never before the one returned
  /// before it. Answers the latter.
  template <class Used>
  Time pass(Time at, Used&& used) {
    last_return_ = std::max(last_return_, used(std::max(at, return_[next_])));
    return_[next_] = last_return_;
    next_ = following(next_);
    return last_return_;
  }

  /// Whether none of the next `count` credits, asked for at `at`, would have to be waited for.
  bool free(std::size_t count, Time at) const {
    if (count > return_.size()) return false;
    const std::size_t last = next_ + count - 1;
    return return_[last < return_.size() ? last : last - return_.size()] <= at;
  }
  /// `count` credits that are free are taken, and come back one by one: the first at `first`, which is not
  /// before an earlier return, each following `step` later.
  void pass(std::size_t count, Time first, Time step) {
    for (std::size_t i = 0; i < count; ++i, first += step) {
      return_[next_] = last_return_ = first;
      next_ = following(next_);
    }
  }

 private:
  std::size_t following(std::size_t index) const { return index + 1 == return_.size() ? 0 : index + 1; }

  std::vector<Time> return_;  ///< a ring: when the credit granted (credits) times ago came back
  std::size_t next_ = 0;
  Time last_return_;
};

}  // namespace rainier
