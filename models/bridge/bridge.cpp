#include "models/bridge/bridge.hpp"

#include <algorithm>
#include <bit>

#include "sim/kernel/invariant.hpp"

namespace rainier::bridge {

using controller::Operation;

namespace {

// A command is 64 B, of 16 B for each 4 KiB of memory as a PCI Express drive's; its completion 8 B.
constexpr std::uint64_t command_bytes = 64, segment_bytes = 16, segment = 4096, completion_bytes = 8,
                        interrupt_bytes = 4;

controller::Params each_interrupts() {
  controller::Params params;
  params.coalesce_count = 1;
  return params;
}

}  // namespace

Bridge::Bridge(const controller::BridgeParams& params, Calendar& calendar, std::vector<Member> members)
    : params_(params),
      stripes_(params.stripe_bytes, static_cast<std::uint32_t>(members.size())),
      calendar_(calendar),
      members_(std::move(members)),
      queues_(members_.size()),
      uplink_(params.uplink),
      interrupts_(each_interrupts()) {}

// What comes later has an event then: it takes neither the link nor the processor before.
void Bridge::ring(std::uint32_t command, Time at) {
  ++outstanding_;
  calendar_.at(at, rung, command);
}

void Bridge::handle(Event event) {
  switch (event.handler) {
    case rung:
      return calendar_.at(uplink_.doorbell(calendar_.now()), arrived, event.slot);
    case arrived:
      return arrive(event.slot);
    case fetched:
      return calendar_.at(processor_.serve(calendar_.now(), params_.command_time), taken, event.slot);
    case taken:
      return hand_out(event.slot);
    case data_here:
      return queue(event.slot);
    case part_ended:
      return part_over(event.slot);
    case concluded:
      commands_[event.slot].posted = uplink_.post(calendar_.now(), completion_bytes);
      return calendar_.at(commands_[event.slot].posted, posted, event.slot);
    case posted:
      ++ended_;
      --outstanding_;
      completed_.push(commands_, event.slot);
      return answer(interrupts_.completed(outstanding_));
    default:
      invariant(false, "an event that is not the bridge's");
  }
}

void Bridge::arrive(std::uint32_t command) {
  Command& c = commands_[command];
  c.arrived = calendar_.now();
  const std::uint64_t segments = (std::uint64_t{c.sectors} * 512 + segment - 1) / segment;
  calendar_.at(uplink_.fetch(c.arrived, command_bytes + segments * segment_bytes), fetched, command);
}

void Bridge::hand_out(std::uint32_t command) {
  Command& c = commands_[command];
  c.dispatched = c.data_in = c.done = calendar_.now();
  c.remaining = 0;
  const bool to_all = c.operation == Operation::flush;
  const std::uint64_t first = c.sector * 512, bytes = std::uint64_t{c.sectors} * 512;
  for (std::uint32_t m = 0; m < members_.size(); ++m) {
    const Extent extent = stripes_.of(m, first, bytes);
    if (to_all || extent.bytes > 0) add_part(command, m, extent);
  }
}

void Bridge::add_part(std::uint32_t command, std::uint32_t member, Extent extent) {
  Command& c = commands_[command];
  ++c.remaining;
  const std::uint32_t part =
      parts_.take({command, member, extent.first / 512, static_cast<std::uint32_t>(extent.bytes / 512),
                   controller::no_command});
  const Time now = calendar_.now();
  const bool brings_data = c.operation == Operation::write;
  calendar_.at(brings_data ? uplink_.fetch(now, extent.bytes) : now, data_here, part);
}

void Bridge::queue(std::uint32_t part) {
  const std::uint32_t member = parts_[part].member;
  if (queues_[member].under_way < members_[member].drive->config().controller.slots)
    send(part);
  else
    queues_[member].waiting.push(parts_, part);
}

// From here on the drive's calendar has an event that may be the earliest.
void Bridge::send(std::uint32_t number) {
  const Part& part = parts_[number];
  controller::Controller& drive = *members_[part.member].drive;
  const Time now = std::max(calendar_.now(), members_[part.member].calendar->now());
  const Command& parent = commands_[part.parent];
  const std::uint32_t command = drive.take();
  Command& c = drive[command];
  c.operation = parent.operation;
  c.sector = part.sector;
  c.sectors = part.sectors;
  c.owner = number;
  c.requested = now;
  ++queues_[part.member].under_way;
  ++parts_sent_;
  drive.ring(command, now);
  calendar_.stop();
}

void Bridge::member_event(std::uint32_t member, const Event& event) {
  if (event.handler != controller::event::interrupt) return members_[member].drive->handle(event);
  interrupted_by(member);
  members_[member].calendar->stop();
}

void Bridge::interrupted_by(std::uint32_t member) {
  controller::Controller& drive = *members_[member].drive;
  CommandList all = drive.take_completions();
  Queue& queue = queues_[member];
  while (!all.empty()) {
    const std::uint32_t command = all.pop(drive);
    ended(drive[command].owner, drive[command]);
    drive.give(command);
    --queue.under_way;
  }
  drive.enable_interrupts();
  while (!queue.waiting.empty() && queue.under_way < drive.config().controller.slots)
    send(queue.waiting.pop(parts_));
}

// The last part to end stands for the command's times.
void Bridge::ended(std::uint32_t number, const Command& of_drive) {
  const Part& part = parts_[number];
  Command& c = commands_[part.parent];
  const Time now = members_[part.member].calendar->now();
  c.dispatched = of_drive.dispatched;
  c.data_in = of_drive.data_in;
  c.die_wait = of_drive.die_wait;
  c.power_wait = of_drive.power_wait;
  c.channel_wait = of_drive.channel_wait;
  c.transfer = of_drive.transfer;
  c.array = of_drive.array;
  if (of_drive.error != controller::Error::none) c.error = of_drive.error;
  const bool has_data = c.operation == Operation::read;
  const Time up = has_data ? uplink_.send(now, std::uint64_t{part.sectors} * 512) : now;
  calendar_.at(std::max(up, calendar_.now()), part_ended, number);
}

void Bridge::part_over(std::uint32_t number) {
  const std::uint32_t command = parts_[number].parent;
  parts_.give(number);
  Command& c = commands_[command];
  if (--c.remaining > 0) return;
  c.done = calendar_.now();
  calendar_.at(processor_.serve(c.done, params_.completion_time), concluded, command);
}

void Bridge::answer(controller::Coalescer::Answer answer) {
  if (answer == controller::Coalescer::Answer::raise)
    calendar_.at(uplink_.post(calendar_.now(), interrupt_bytes), controller::event::interrupt, 0);
}

CommandList Bridge::take_completions() {
  const CommandList all = completed_;
  completed_ = CommandList{};
  interrupts_.taken();
  return all;
}

void Bridge::enable_interrupts() { answer(interrupts_.enable()); }

std::uint64_t Bridge::bytes_to_post(std::uint64_t read_bytes) const {
  return read_bytes + ended_ * completion_bytes + interrupts() * interrupt_bytes;
}

bool Bridge::idle() const {
  return commands_.used() == 0 && std::all_of(members_.begin(), members_.end(),
                                              [](const Member& member) { return member.drive->idle(); });
}

std::size_t Bridge::waiting_events() const {
  std::size_t all = 0;
  for (const Member& member : members_) all += member.calendar->size() - member.drive->bookkeeping();
  return all;
}

std::uint64_t Bridge::events() const {
  std::uint64_t all = 0;
  for (const Member& member : members_) all += member.calendar->processed();
  return all;
}

std::uint64_t Bridge::hash() const {
  std::uint64_t all = 0;
  for (const Member& member : members_) all = std::rotl(all, 7) ^ member.calendar->hash();
  return all;
}

}  // namespace rainier::bridge
