#pragma once

#include <cstdint>

#include "sim/kernel/time.hpp"
#include "sim/port/server.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::link {

/// A Serial Attached SCSI link of one lane (SSP). Bytes on the wire are counted in frames.
struct SasParams {
  std::uint32_t generation = 2;              ///< 1, 2 or 3: 3, 6 or 12 Gb/s with 8b/10b
  std::uint64_t frame_payload_bytes = 1024;  ///< largest data frame
  std::uint64_t frame_bytes = 36;            ///< SOF, header, CRC and EOF of a frame
  Time connection_time{500'000};  ///< of a direction, for each transfer: OPEN and its answer, DONE, CLOSE

  /// Bytes a second and direction after line coding.
  double bytes_per_second() const { return 150e6 * (1U << generation); }
};

void describe(config::Schema& schema, SasParams& params);

/// Both directions as FIFO servers, as the link is full duplex: reads and writes do not share its time. Needs
/// no events. O(1) a transfer.
class Sas {
 public:
  explicit Sas(const SasParams& params) : params_(params), ps_per_byte_(1e12 / params.bytes_per_second()) {}

  /// Read data to the host, in data frames of one connection; when the last byte has left.
  Time send(Time at, std::uint64_t bytes) {
    posted_bytes_ += bytes;
    return up_.serve(at, params_.connection_time + data(bytes));
  }
  /// Write data from the host. `before`: bytes of the same command fetched earlier; the first fetch asks for
  /// them all by an XFER_RDY frame.
  Time fetch(Time at, std::uint64_t bytes, std::uint64_t before) {
    fetched_bytes_ += bytes;
    const Time asked =
        before == 0 ? up_.serve(at, params_.connection_time + frames(1, transfer_ready_bytes)) : at;
    const Time connected = before == 0 ? params_.connection_time : Time();
    const Time owed = owed_;
    owed_ = Time();
    return down_.serve(asked,
                       owed + connected + frames(frames_of(before + bytes) - frames_of(before), bytes));
  }
  /// A COMMAND frame. It slips in between data, so that it only costs those that follow its time on the wire.
  Time command(Time at) {
    owed_ += frames(1, command_bytes);
    return at + frames(1, command_bytes);
  }
  /// A RESPONSE frame that ends a command.
  Time complete(Time at, std::uint64_t bytes) {
    posted_bytes_ += bytes;
    return up_.serve(at, frames(1, bytes));
  }

  const FifoServer& up() const { return up_; }
  const FifoServer& down() const { return down_; }
  std::uint64_t posted_bytes() const { return posted_bytes_; }
  std::uint64_t fetched_bytes() const { return fetched_bytes_; }

 private:
  // Information units of the Serial SCSI Protocol, without what is around any frame.
  static constexpr std::uint64_t command_bytes = 28, transfer_ready_bytes = 12;

  std::uint64_t frames_of(std::uint64_t bytes) const {
    return (bytes + params_.frame_payload_bytes - 1) / params_.frame_payload_bytes;
  }
  Time frames(std::uint64_t count, std::uint64_t bytes) const {
    return Time(static_cast<std::int64_t>(
        static_cast<double>(count * params_.frame_bytes + bytes) * ps_per_byte_ + 0.5));
  }
  Time data(std::uint64_t bytes) const { return frames(frames_of(bytes), bytes); }

  SasParams params_;
  double ps_per_byte_;
  FifoServer up_, down_;
  Time owed_;  ///< of commands, to be paid by the next data from the host
  std::uint64_t posted_bytes_ = 0, fetched_bytes_ = 0;
};

}  // namespace rainier::link
