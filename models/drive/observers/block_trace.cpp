#include "models/drive/observers/block_trace.hpp"

#include <algorithm>
#include <array>

#include "models/host/trace/formats/blktrace.hpp"

namespace rainier::drive {

namespace blk = trace::blktrace;

namespace {

constexpr std::uint32_t device = 259U << 20;  ///< 259,0: the first block device of the extended numbers
constexpr std::uint32_t first_pid = 1000;

std::uint32_t category(controller::Operation operation) {
  switch (operation) {
    case controller::Operation::read:
      return blk::read;
    case controller::Operation::write:
      return blk::write;
    case controller::Operation::trim:
      return blk::write | blk::discard;
    default:
      return blk::write | blk::flush;
  }
}

std::uint32_t category(fio::Op op) {
  constexpr std::array of{controller::Operation::read, controller::Operation::write,
                          controller::Operation::trim, controller::Operation::flush,
                          controller::Operation::flush};
  return category(of[static_cast<std::size_t>(op)]);
}

}  // namespace

BlockTrace::BlockTrace(Simulation& simulation, Sink::Write write)
    : simulation_(simulation), sink_(std::move(write)), start_(simulation.now()) {
  sink_.text() += blk::process_note(++sequence_, first_pid);
}

void BlockTrace::submitted(std::uint32_t request) {
  const host::Request& r = simulation_.driver()[request];
  add(r.start, r.offset / 512, r.length, blk::queue | blk::queued | category(r.op), r.worker);
}

void BlockTrace::before(const Event& event) {
  write_until(event.when);
  if (event.handler != controller::event::arrive) return;
  const controller::Command& c = simulation_.controller()[event.slot];
  if (event.slot >= worker_of_.size()) worker_of_.resize(event.slot + 1);
  worker_of_[event.slot] = simulation_.driver()[c.owner].worker;
  add(event.when, c.sector, std::uint64_t{512} * c.sectors, blk::issue | blk::issued | category(c.operation),
      worker_of_[event.slot]);
}

void BlockTrace::worked_off(std::uint32_t command) {
  const controller::Command& c = simulation_.controller()[command];
  const std::uint32_t worker = command < worker_of_.size() ? worker_of_[command] : 0;
  add(simulation_.now(), c.sector, std::uint64_t{512} * c.sectors,
      blk::complete | blk::completed | category(c.operation), worker);
}

void BlockTrace::add(Time at, std::uint64_t sector, std::uint64_t bytes, std::uint32_t action,
                     std::uint32_t worker) {
  constexpr std::uint64_t most = ~std::uint32_t{0} / 512 * 512;
  waiting_.push(
      {at, number_++, sector, static_cast<std::uint32_t>(std::min(bytes, most)), action, first_pid + worker});
}

// What comes later has no earlier time than the event that is about to happen.
void BlockTrace::write_until(Time at) {
  while (!waiting_.empty() && waiting_.top().at < at) {
    write(waiting_.top());
    waiting_.pop();
  }
}

void BlockTrace::write(const Entry& entry) {
  const auto ns = static_cast<std::uint64_t>((entry.at - start_).ns());
  const auto bytes =
      blk::encode({++sequence_, ns, entry.sector, entry.bytes, entry.action, entry.pid, device, 0, 0, 0});
  sink_.text().append(bytes.data(), bytes.size());
  sink_.pass_on();
}

void BlockTrace::finish() {
  write_until(Time::max());
  sink_.flush();
}

}  // namespace rainier::drive
