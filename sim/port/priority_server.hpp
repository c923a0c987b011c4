#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/kernel/calendar.hpp"
#include "sim/kernel/invariant.hpp"
#include "sim/port/slab.hpp"

namespace rainier {

/// One or more equal servers with classes of priority: class 0 goes first, within a class first come first
/// served, and what is in service is not interrupted. One event per request: its end of service, sent to
/// `handler` with a slot that goes back into finish().
class PriorityServer {
 public:
  struct Parameters {
    std::uint32_t handler = 0;
    std::size_t classes = 2;
    std::size_t servers = 1;
  };
  struct ClassStatistics {
    std::uint64_t arrived = 0;
    std::uint64_t started = 0;
    std::uint64_t finished = 0;
    Time waiting;  ///< the sum of times from arrival to start of service, over those started
    Time busy;     ///< the sum of service times, over those started
  };

  PriorityServer(Calendar& calendar, const Parameters& parameters)
      : calendar_(calendar),
        handler_(parameters.handler),
        idle_(parameters.servers),
        queues_(parameters.classes) {
    invariant(parameters.servers > 0 && parameters.classes > 0, "a server without servers or classes");
  }

  /// `item` arrives now; it is the caller's name for the request.
  void arrive(std::size_t priority, std::uint32_t item, Time service) {
    Queue& queue = queues_[priority];
    ++queue.statistics.arrived;
    const std::uint32_t slot =
        requests_.take({calendar_.now(), service, static_cast<std::uint32_t>(priority), item, none});
    if (idle_ > 0) {
      --idle_;
      return start(slot);
    }
    if (queue.head == none) {
      queue.head = slot;
    } else {
      requests_[queue.tail].next = slot;
    }
    queue.tail = slot;
  }

  /// On the event of `slot`: ends its service, starts that of the next request, and returns the item.
  std::uint32_t finish(std::uint32_t slot) {
    const Request done = requests_[slot];
    requests_.give(slot);
    ++queues_[done.priority].statistics.finished;
    ++idle_;
    start_next();
    return done.item;
  }

  const ClassStatistics& statistics(std::size_t priority) const { return queues_[priority].statistics; }
  /// Requests waiting or in service.
  std::size_t present() const { return requests_.used(); }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  struct Request {
    Time arrival;
    Time service;
    std::uint32_t priority = 0;
    std::uint32_t item = 0;
    std::uint32_t next = none;
  };
  struct Queue {
    std::uint32_t head = none;
    std::uint32_t tail = none;
    ClassStatistics statistics;
  };

  void start_next() {
    for (Queue& queue : queues_) {
      if (queue.head == none) continue;
      const std::uint32_t slot = queue.head;
      queue.head = requests_[slot].next;
      --idle_;
      return start(slot);
    }
  }

  void start(std::uint32_t slot) {
    const Request& request = requests_[slot];
    ClassStatistics& statistics = queues_[request.priority].statistics;
    ++statistics.started;
    statistics.waiting += calendar_.now() - request.arrival;
    statistics.busy += request.service;
    calendar_.at(calendar_.now() + request.service, handler_, slot);
  }

  Calendar& calendar_;
  std::uint32_t handler_;
  std::size_t idle_;
  std::vector<Queue> queues_;
  Slab<Request> requests_;
};

}  // namespace rainier
