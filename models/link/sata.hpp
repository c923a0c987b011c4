#pragma once

#include <cstdint>

#include "models/link/errors.hpp"
#include "sim/kernel/time.hpp"
#include "sim/port/server.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::link {

/// A Serial ATA link with native command queueing. Bytes on the wire are counted in frames (FIS).
struct SataParams {
  std::uint32_t generation = 3;            ///< 1, 2 or 3: 1.5, 3 or 6 Gb/s with 8b/10b
  std::uint64_t fis_payload_bytes = 8192;  ///< largest Data FIS
  std::uint64_t frame_bytes = 16;          ///< SOF, FIS type, CRC and EOF of a Data FIS
  Time data_fis_time{0};  ///< wire idle for each Data FIS: handshake, and its set-up by the device

  /// Bytes a second after line coding; one direction at a time.
  double bytes_per_second() const { return 75e6 * (1U << generation); }
};

void describe(config::Schema& schema, SataParams& params);

/// The link as one FIFO server, as it is half duplex. Needs no events. O(1) a transfer.
class Sata {
 public:
  explicit Sata(const SataParams& params) : params_(params), ps_per_byte_(1e12 / params.bytes_per_second()) {}

  /// Read data to the host: a DMA Setup FIS and Data FISes; when the last byte has left.
  Time send(Time at, std::uint64_t bytes) {
    posted_bytes_ += bytes;
    return wire_.serve(at, frames(frames_of(bytes), bytes, dma_setup_bytes));
  }
  /// Write data from the host. `before`: bytes of the same command fetched earlier; a Data FIS goes on where
  /// they left off.
  Time fetch(Time at, std::uint64_t bytes, std::uint64_t before) {
    fetched_bytes_ += bytes;
    const std::uint64_t begun = frames_of(before + bytes) - frames_of(before);
    return wire_.serve(at, frames(begun, bytes, before == 0 ? dma_setup_bytes : 0));
  }
  /// A command FIS. It slips in between data, so that it only costs those that follow its time on the wire.
  Time command(Time at) {
    owed_ += wire(command_bytes);
    return at + wire(command_bytes);
  }
  /// A Set Device Bits FIS that ends a command.
  Time complete(Time at, std::uint64_t bytes) {
    posted_bytes_ += bytes;
    return wire_.serve(at, frames(0, bytes, 0));
  }

  // The same on a wire where frames go bad. One with a wrong CRC is answered by R_ERR. The sender sends it
  // again, unless it carries data: then the command ends with a CRC error (ICRC), and `lost` is set.
  Time send(Time at, std::uint64_t bytes, Errors& errors, bool& lost);
  Time fetch(Time at, std::uint64_t bytes, std::uint64_t before, Errors& errors, bool& lost);
  Time command(Time at, Errors& errors);
  Time complete(Time at, std::uint64_t bytes, Errors& errors);

  const FifoServer& bus() const { return wire_; }
  std::uint64_t posted_bytes() const { return posted_bytes_; }
  std::uint64_t fetched_bytes() const { return fetched_bytes_; }

 private:
  // Lengths from the Serial ATA specification, each with SOF, CRC and EOF.
  static constexpr std::uint64_t dma_setup_bytes = 28 + 12, command_bytes = 20 + 12;

  Time retries(std::uint64_t bytes, Errors& errors) const;
  bool loses_data(std::uint64_t bytes, Errors& errors) const;
  std::uint64_t frames_of(std::uint64_t bytes) const {
    return (bytes + params_.fis_payload_bytes - 1) / params_.fis_payload_bytes;
  }
  Time wire(std::uint64_t bytes) const {
    return Time(static_cast<std::int64_t>(static_cast<double>(bytes) * ps_per_byte_ + 0.5));
  }
  Time frames(std::uint64_t count, std::uint64_t bytes, std::uint64_t more) {
    const Time owed = owed_;
    owed_ = Time();
    return owed + wire(bytes + count * params_.frame_bytes + more) +
           params_.data_fis_time * static_cast<std::int64_t>(count);
  }

  SataParams params_;
  double ps_per_byte_;
  Time owed_;  ///< of command FISes, added to the next transfer
  FifoServer wire_;
  std::uint64_t posted_bytes_ = 0, fetched_bytes_ = 0;
};

}  // namespace rainier::link
