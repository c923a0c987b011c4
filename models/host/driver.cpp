#include "models/host/driver.hpp"

#include "sim/kernel/invariant.hpp"

namespace rainier::host {

using controller::Command;
using controller::Operation;

namespace {

constexpr int most_tries = 5;  // as Linux's libata does before it gives a command up

Operation operation_of(fio::Op op) {
  switch (op) {
    case fio::Op::read:
      return Operation::read;
    case fio::Op::write:
      return Operation::write;
    case fio::Op::trim:
      return Operation::trim;
    default:
      return Operation::flush;
  }
}

}  // namespace

Driver::Driver(const Params& params, const Device& drive, Calendar& calendar)
    : params_(params),
      drive_(drive),
      calendar_(calendar),
      max_bytes_(params.max_command_bytes()),
      has_queues_(drive.has_queues()),
      slots_(drive.slots() * drive.queues()),
      group_size_(drive.slot_group()),
      groups_((slots_ + group_size_ - 1) / group_size_),
      at_once_(works_at_once()),
      unaligned_limit_(drive.config().controller.unaligned_writes),
      error_ends_queue_(drive.config().error_ends_queue()) {
  if (drive.config().media.data == media::Data::real)
    verifier_ = std::make_unique<Verifier>(drive.config().capacity_bytes);
  for (std::uint32_t first = 0; first < slots_; first += drive.slots())
    queues_.emplace_back(first, drive.slots());
}

void Driver::use(const Params& params) {
  invariant(requests_.used() == 0, "a host was changed while it had requests outstanding");
  params_ = params;
  max_bytes_ = params.max_command_bytes();
  at_once_ = works_at_once();
}

std::uint32_t Driver::slots_used() const {
  std::uint32_t all = 0;
  for (const Queue& queue : queues_) all += queue.used();
  return all;
}

// The limits of the Linux driver: at most 64 sectors, and not of whole blocks of eight.
bool Driver::is_unaligned(const Request& r) const {
  constexpr std::uint64_t block = 8 * 512, most = 64 * 512;
  return r.op == fio::Op::write && r.length <= most && (r.offset % block != 0 || r.length % block != 0);
}

bool Driver::is_held(const Request& r) const {
  return unaligned_limit_ != 0 && unaligned_out_ >= unaligned_limit_ && is_unaligned(r);
}

// Sends commands of the request while there are slots.
inline void Driver::issue(Queue& queue, std::uint32_t request, Time at) {
  Request& r = requests_[request];
  do {
    const std::uint32_t command = drive_.take();
    Command& c = drive_[command];
    const std::uint64_t bytes = std::min(r.length - r.issued, max_bytes_);
    c.operation = operation_of(r.op);
    c.sector = (r.offset + r.issued) / 512;
    c.sectors = static_cast<std::uint32_t>(bytes / 512);
    c.owner = request;
    if (!memory_.empty() && memory_[request] != nullptr) [[unlikely]]
      c.memory = memory_[request] + r.issued;
    c.requested = r.start;
    c.queue = r.queue;
    c.slot = queue.take();
    r.issued += bytes;
    ++r.outstanding;
    ++commands_;
    drive_.ring(command, std::max(at, sends_from_));
  } while (r.issued < r.length && !queue.full());
}

void Driver::admit(std::uint32_t request, Time at) {
  const Request& r = requests_[request];
  if (unaligned_limit_ != 0) [[unlikely]] {
    if (is_held(r)) {
      ++slot_waits_;
      unaligned_.push(requests_, request);
      return;
    }
    unaligned_out_ += is_unaligned(r);
  }
  Queue& queue = queues_[r.queue];
  if (queue.waiting.empty() && !queue.full()) issue(queue, request, at);
  if (r.issued >= r.length && r.outstanding > 0) return;
  ++slot_waits_;
  queue.waiting.push(requests_, request);
}

void Driver::interrupt(std::uint32_t queue) {
  ++interrupts_;
  controller::CommandList all = drive_.take_completions(queue);
  const Time now = calendar_.now();
  std::uint32_t taken = 0;
  while (!all.empty()) {
    const std::uint32_t command = all.pop(drive_);
    Command& c = drive_[command];
    c.seen = now;
    const std::uint32_t group = c.slot / group_size_;
    if (groups_[group].empty()) start(group);
    groups_[group].push(drive_, command);
    ++taken;
  }
  queues_[queue].to_work_off += taken;
}

// The group has its first completion of an interrupt.
void Driver::start(std::uint32_t group) {
  const Time after = calendar_.now() + params_.interrupt_time;
  if (!at_once_) {
    const Time start = group == 0 || has_queues_ ? after : after + params_.group_time;
    calendar_.at(start + params_.completion_time, event::group, group);
    return;
  }
  if (active_.empty()) calendar_.at(after, event::groups, 0);
  active_.push_back(group);
}

std::uint32_t Driver::group_event(std::uint32_t group) {
  const std::uint32_t request = work_off(group);
  if (!groups_[group].empty()) calendar_.at(calendar_.now() + params_.completion_time, event::group, group);
  return request;
}

std::uint32_t Driver::work_off(std::uint32_t group) {
  const std::uint32_t command = groups_[group].pop(drive_);
  const Command& c = drive_[command];
  const Time now = calendar_.now();
  const std::uint32_t request = c.owner;
  Queue& queue = queues_[c.queue];
  queue.give(c.slot);
  if (--queue.to_work_off == 0) drive_.enable_interrupts(c.queue);
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->worked_off(command);

  if (queue.frozen || c.error != controller::Error::none) [[unlikely]]
    if (keeps_for_later(queue, command)) return no_request;

  Request& r = requests_[request];
  if (r.last_command != controller::no_command) drive_.give(r.last_command);
  r.last_command = command;
  if (c.error != controller::Error::none) [[unlikely]]
    r.error = c.error;
  --r.outstanding;
  const bool ended = r.outstanding == 0 && r.issued >= r.length;
  if (ended && unaligned_limit_ != 0 && is_unaligned(r)) {
    --unaligned_out_;
    if (!unaligned_.empty()) admit(unaligned_.pop(requests_), now + params_.requeue_time);
  }
  if (!queue.waiting.empty()) resume(queue, now);
  return ended ? request : no_request;
}

// Whether the command is not over, but is to be sent again: by itself, or where its error or another's has
// ended the queue, with all the others when none is outstanding any more.
bool Driver::keeps_for_later(Queue& queue, std::uint32_t command) {
  const Command& c = drive_[command];
  const bool spoilt = c.error == controller::Error::link_crc && c.tries + 1 < most_tries;
  const bool ends_queue =
      error_ends_queue_ && c.error != controller::Error::none && c.error != controller::Error::power_lost;
  queue.frozen |= ends_queue;
  const bool again = spoilt || c.error == controller::Error::aborted;
  if (again && !queue.frozen) {
    send_again(command, calendar_.now() + drive_.config().link.errors.recovery_time);
    return true;
  }
  if (again) unsent_.push(drive_, command);
  if (queue.frozen && queue.used() == 0) recover(queue);
  return again;
}

// Linux's error handler: it waits until nothing is outstanding, asks which command failed, and sends the
// others again.
void Driver::recover(Queue& queue) {
  queue.frozen = false;
  sends_from_ = drive_.read_error_log(calendar_.now() + drive_.config().link.errors.recovery_time);
  controller::CommandList commands = std::exchange(unsent_, {});
  while (!commands.empty()) send_again(commands.pop(drive_), sends_from_);
}

// It takes a slot again, which there is: it has given one back.
void Driver::send_again(std::uint32_t command, Time at) {
  const std::uint32_t number = drive_.take();
  Command& c = drive_[number];
  const Command& failed = drive_[command];
  c.operation = failed.operation;
  c.sector = failed.sector;
  c.sectors = failed.sectors;
  c.owner = failed.owner;
  c.memory = failed.memory;
  c.requested = failed.requested;
  c.tries = static_cast<std::uint8_t>(failed.tries + (failed.error == controller::Error::link_crc));
  c.queue = failed.queue;
  c.slot = queues_[c.queue].take();
  ++commands_;
  ++sent_again_;
  drive_.give(command);
  drive_.ring(number, at);
}

// Requests that waited for a slot go first, in order.
void Driver::resume(Queue& queue, Time at) {
  while (!queue.waiting.empty() && !queue.full()) {
    const std::uint32_t request = queue.waiting.head;
    issue(queue, request, at + params_.requeue_time);
    if (requests_[request].issued < requests_[request].length) return;
    queue.waiting.pop(requests_);
  }
}

}  // namespace rainier::host
