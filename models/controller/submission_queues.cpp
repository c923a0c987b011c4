#include "models/controller/submission_queues.hpp"

#include <algorithm>

#include "sim/kernel/invariant.hpp"

namespace rainier::controller {

SubmissionQueues::SubmissionQueues(const Params& params, link::Link& link, Calendar& calendar,
                                   Slab<Command>& commands, std::uint32_t handler, std::uint32_t arrive)
    : link_(link),
      calendar_(calendar),
      commands_(commands),
      handler_(handler),
      first_(params.nvme.queues),
      arrive_(arrive),
      depth_(params.nvme.depth),
      room_(params.slots),
      page_bytes_(params.nvme.page_bytes),
      arbiter_(params.nvme),
      queues_(params.nvme.queues),
      slots_(params.slots) {
  for (Queue& queue : queues_) {
    queue.entries.resize(depth_);
    queue.bells.resize(depth_);
  }
}

void SubmissionQueues::place(std::uint32_t command, Time at) {
  const std::uint32_t number = commands_[command].queue;
  Queue& q = queues_[number];
  q.entries[q.placed] = command;
  q.placed = after(q.placed);
  invariant(q.placed != q.head, "a submission queue holds more commands than it has entries");
  if (q.ringing > 0 && q.rung_at == at) {
    q.bells[after(q.first_bell, q.ringing - 1)] = q.placed;
    return;
  }
  q.bells[after(q.first_bell, q.ringing++)] = q.placed;
  q.rung_at = at;
  ++q.counters.doorbells;
  calendar_.at(link_.doorbell(at), handler_, first_ + number);
}

void SubmissionQueues::handle(std::uint32_t slot) {
  const std::uint32_t number = slot - first_;
  if (number == queues()) {
    ++room_;
  } else {
    Queue& q = queues_[number];
    q.tail = q.bells[q.first_bell];
    q.first_bell = after(q.first_bell);
    --q.ringing;
  }
  fetch();
}

// As many as there is room for; entries that lie side by side come by one read.
void SubmissionQueues::fetch() {
  const Time now = calendar_.now();
  while (room_ > 0) {
    const Arbiter::Grant grant =
        arbiter_.next([this](std::uint32_t queue) { return queues_[queue].head != queues_[queue].tail; });
    if (grant.most == 0) return;
    Queue& q = queues_[grant.queue];
    const std::uint32_t side_by_side = (q.tail > q.head ? q.tail : depth_) - q.head;
    const std::uint32_t n = std::min({grant.most, room_, side_by_side});
    const Time here = link_.fetch_command(now, n * sqe_bytes);
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t command = q.entries[q.head + i];
      commands_[command].arrived = now;
      calendar_.at(here, arrive_, command);
    }
    q.head = after(q.head, n);
    q.counters.commands += n;
    room_ -= n;
    arbiter_.took(n);
  }
}

// Two pages have their PRP entries in the command; the last entry of a full page of a list leads to the next.
Time SubmissionQueues::fetch_list(Time at, const Command& command) {
  const std::uint64_t pages = (std::uint64_t{512} * command.sectors + page_bytes_ - 1) / page_bytes_;
  if (pages <= 2) return at;
  const std::uint64_t in_list = page_bytes_ / prp_bytes;
  for (std::uint64_t left = pages - 1; left > 0;) {
    const bool chained = left > in_list;
    const std::uint64_t entries = chained ? in_list : left;
    at = link_.fetch_command(at, entries * prp_bytes);
    list_bytes_ += entries * prp_bytes;
    left -= chained ? entries - 1 : entries;
  }
  return at;
}

void SubmissionQueues::forget() {
  for (Queue& q : queues_) {
    q.head = q.tail = q.placed;
    q.ringing = 0;
  }
  room_ = slots_;
}

std::uint64_t SubmissionQueues::fetched() const {
  std::uint64_t all = 0;
  for (const Queue& q : queues_) all += q.counters.commands;
  return all;
}

std::uint64_t SubmissionQueues::doorbells() const {
  std::uint64_t all = head_doorbells_;
  for (const Queue& q : queues_) all += q.counters.doorbells;
  return all;
}

}  // namespace rainier::controller
