#include "models/drive/block_device.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace rainier::drive {

BlockDevice::BlockDevice(const controller::DriveConfig& drive, const host::Params& host, std::uint64_t seed)
    : simulation_(drive, host, seed) {}

BlockDevice::Ticket BlockDevice::submit(fio::Op op, std::uint64_t offset, std::uint64_t length,
                                        std::byte* memory) {
  const bool inside = offset <= size() && length <= size() - offset;
  if (op != fio::Op::sync && (length == 0 || offset % 512 != 0 || length % 512 != 0 || !inside))
    throw std::invalid_argument(
        fmt::format("a request of {} bytes at byte {} is not of whole sectors of a device of {} bytes",
                    length, offset, size()));
  return simulation_.put(op, offset, length, memory);
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
    simulation_.run_requests(until, ~std::uint64_t{0}, [this](Ticket ended) {
      ended_.push_back({ended, simulation_.driver()[ended].error});
      return false;
    });
  if (ended_.empty()) return std::nullopt;
  const Completion completion = ended_.front();
  ended_.pop_front();
  return completion;
}

}  // namespace rainier::drive
