#pragma once

#include <cstdint>

#include "models/controller/command.hpp"
#include "models/host/fio/job.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::host {

inline constexpr std::uint32_t no_request = ~std::uint32_t{0};

/// One request of a worker; the driver splits it into as many commands as it needs.
struct alignas(64) Request {
  std::uint64_t offset = 0, length = 0;
  std::uint64_t issued = 0;  ///< bytes handed to the drive
  std::uint32_t worker = 0;
  std::uint32_t next = no_request;                      ///< in whichever list it waits
  std::uint32_t outstanding = 0;                        ///< commands under way
  std::uint32_t last_command = controller::no_command;  ///< kept for its times
  fio::Op op = fio::Op::read;
  controller::Error error = controller::Error::none;
  std::uint8_t queue = 0;  ///< of NVMe: that of the worker's core
  Time start, submitted;
};
static_assert(sizeof(Request) == 64);  // one cache line

/// A singly linked list of requests.
struct RequestList {
  std::uint32_t head = no_request, tail = no_request;
  bool empty() const { return head == no_request; }
  template <class Pool>
  void push(Pool& requests, std::uint32_t request) {
    requests[request].next = no_request;
    if (empty())
      head = request;
    else
      requests[tail].next = request;
    tail = request;
  }
  template <class Pool>
  std::uint32_t pop(Pool& requests) {
    const std::uint32_t request = head;
    head = requests[request].next;
    return request;
  }
};

}  // namespace rainier::host
