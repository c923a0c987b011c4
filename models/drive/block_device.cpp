#include "models/drive/block_device.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace rainier::drive {

BlockDevice::BlockDevice(const controller::DriveConfig& drive, const host::Params& host, std::uint64_t seed)
    : controller_(drive, calendar_, seed), driver_(host, controller_, calendar_), host_(host) {}

BlockDevice::Ticket BlockDevice::submit(fio::Op op, std::uint64_t offset, std::uint64_t length,
                                        std::byte* memory) {
  const bool inside = offset <= size() && length <= size() - offset;
  if (op != fio::Op::sync && (length == 0 || offset % 512 != 0 || length % 512 != 0 || !inside))
    throw std::invalid_argument(
        fmt::format("a request of {} bytes at byte {} is not of whole sectors of a device of {} bytes",
                    length, offset, size()));
  const Ticket ticket = driver_.take();
  host::Request& r = driver_[ticket];
  r.op = op;
  r.offset = offset;
  r.length = length;
  r.start = calendar_.now();
  driver_.set_memory(ticket, memory);
  driver_.submit(ticket, calendar_.now() + host_.submit_time);
  return ticket;
}

BlockDevice::Ticket BlockDevice::read(std::uint64_t offset, std::span<std::byte> into) {
  return submit(fio::Op::read, offset, into.size(), into.data());
}
BlockDevice::Ticket BlockDevice::write(std::uint64_t offset, std::span<const std::byte> from) {
  return submit(fio::Op::write, offset, from.size(), const_cast<std::byte*>(from.data()));
}
BlockDevice::Ticket BlockDevice::trim(std::uint64_t offset, std::uint64_t length) {
  return submit(fio::Op::trim, offset, length, nullptr);
}
BlockDevice::Ticket BlockDevice::flush() { return submit(fio::Op::sync, 0, 0, nullptr); }

std::optional<BlockDevice::Completion> BlockDevice::wait(Time until) {
  if (ended_.empty())
    calendar_.run(until, [this](const Event& event) {
      if (event.handler < controller::event::interrupt) return controller_.handle(event);
      driver_.handle(event, [this](Ticket ended) {
        ended_.push_back({ended, driver_[ended].error});
        driver_.give(ended);
        calendar_.stop();
      });
    });
  if (ended_.empty()) return std::nullopt;
  const Completion completion = ended_.front();
  ended_.pop_front();
  return completion;
}

}  // namespace rainier::drive
