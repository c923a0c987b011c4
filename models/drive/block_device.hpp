#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>

#include "models/drive/simulation.hpp"

namespace rainier::drive {

/// A simulated drive as a block device with bytes, for programs in this process: what a server of a network
/// block device needs. Requests are asynchronous, at most as many commands under way as the drive has slots;
/// those that overlap in time and place end in either order, as on a real drive. Time passes in wait() alone.
/// The drive's configuration must say `data: real`, or reads give nothing.
class BlockDevice {
 public:
  using Ticket = std::uint32_t;
  struct Completion {
    Ticket ticket;
    controller::Error error;  ///< none, or why the request failed
  };

  BlockDevice(const controller::DriveConfig& drive, const host::Params& host, std::uint64_t seed);

  std::uint64_t size() const { return simulation_.controller().config().capacity_bytes; }
  /// Offsets and lengths in bytes, multiples of 512 within the device; more than 0. The memory must stay
  /// until the request has ended. @throws std::invalid_argument
  Ticket read(std::uint64_t offset, std::span<std::byte> into);
  Ticket write(std::uint64_t offset, std::span<const std::byte> from);
  /// Units that lie within it wholly read as zeros afterwards; the others keep what they hold.
  Ticket trim(std::uint64_t offset, std::uint64_t length);
  /// Ends once everything acknowledged before is safe.
  Ticket flush();

  /// Lets time pass until a request has ended, or until `until`.
  std::optional<Completion> wait(Time until = Time::max());
  std::size_t outstanding() const { return simulation_.driver().outstanding(); }

  Time now() const { return simulation_.now(); }
  controller::Controller& controller() { return simulation_.controller(); }

 private:
  Ticket submit(fio::Op op, std::uint64_t offset, std::uint64_t length, std::byte* memory);

  Simulation simulation_;
  std::deque<Completion> ended_;
};

}  // namespace rainier::drive
