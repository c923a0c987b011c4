#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/link/errors.hpp"
#include "sim/kernel/time.hpp"
#include "sim/port/server.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::link {

/// A PCI Express link and the memory behind it. Bytes on the wire are counted in TLPs.
struct PcieParams {
  std::uint32_t generation = 2;  ///< 1, 2 (8b/10b) or 3 (128b/130b)
  std::uint32_t lanes = 8;
  std::uint64_t payload_bytes = 128;       ///< largest TLP payload
  std::uint64_t tlp_overhead_bytes = 24;   ///< framing, sequence number, 4-DW header, LCRC
  double dllp_share = 0.02;                ///< of the wire: acknowledgements, flow control, skip sets
  std::uint64_t read_request_bytes = 512;  ///< largest read request of the device
  std::uint32_t tags = 32;                 ///< read requests outstanding
  std::uint32_t posted_credits = 64;       ///< posted TLPs the root port takes before it returns a credit
  Time credit_return{500'000};             ///< from a posted TLP to the return of its credit
  Time propagation{150'000};               ///< one way, device to root port
  Time memory_latency{400'000};            ///< of a host memory read behind the root port

  /// Bytes a second and direction after line coding.
  double bytes_per_second() const;
  double bits_per_byte() const { return generation < 3 ? 10 : 8 * 130.0 / 128; }
};

void describe(config::Schema& schema, PcieParams& params);

/// Both directions of the link as FIFO servers. Device-to-host data are posted writes, held back by credits;
/// host-to-device data are read requests with completions, held back by tags. O(1) a transfer to the host,
/// O(size / read request) a transfer from it. Needs no events: completions are computed.
class Pcie {
 public:
  explicit Pcie(const PcieParams& params);

  /// Posts `bytes` to host memory; the moment the last of them leaves the device. Posted writes stay in
  /// order.
  Time send(Time at, std::uint64_t bytes) {
    posted_bytes_ += bytes;
    return up_.serve(at, train(bytes));
  }
  /// When what left the device at `sent` is in host memory.
  Time arrival(Time sent) const { return sent + params_.propagation; }
  Time post(Time at, std::uint64_t bytes) { return arrival(send(at, bytes)); }
  /// Reads `bytes` of host memory; the moment the last of them is in the device.
  [[gnu::always_inline]] Time fetch(Time at, std::uint64_t bytes) {
    if (bytes == 0 || bytes > params_.read_request_bytes) return fetch_by_requests(at, bytes);
    fetched_bytes_ += bytes;
    const Time asked = at + turn(at) + request_;
    up_.serve(at, request_);
    return fetch_piece(asked, bytes);
  }
  /// A register write of the host; the moment it reaches the device. The host may know of it long before it
  /// does it, so that it must not hold back what comes until then.
  Time doorbell(Time at) {
    down_.squeeze_in(at, rest_completion_[4]);
    return at + rest_completion_[4] + params_.propagation;
  }

  // The same on a wire where frames go bad. A TLP with a wrong LCRC is NAKed: it and all that was sent until
  // the NAK came are sent again, so that the wire carries nothing new in that time.
  Time send(Time at, std::uint64_t bytes, Errors& errors);
  Time fetch(Time at, std::uint64_t bytes, Errors& errors);
  Time doorbell(Time at, Errors& errors);

  const FifoServer& up() const { return up_; }
  const FifoServer& down() const { return down_; }
  std::uint64_t posted_bytes() const { return posted_bytes_; }
  std::uint64_t fetched_bytes() const { return fetched_bytes_; }

 private:
  Time tlp(std::uint64_t payload) const {
    return Time(static_cast<std::int64_t>(
        static_cast<double>(payload + params_.tlp_overhead_bytes) * ps_per_byte_ + 0.5));
  }
  /// Wire time of a train of write TLPs; where credits return too slowly, they set its pace.
  Time train(std::uint64_t bytes) const {
    const auto full = static_cast<std::int64_t>(bytes >> payload_shift_);
    const std::uint64_t rest = bytes & (params_.payload_bytes - 1);
    return full_tlp_ * full + rest_tlp_[rest];
  }
  Time completions(std::uint64_t bytes) const {
    const auto full = static_cast<std::int64_t>(bytes >> payload_shift_);
    const std::uint64_t rest = bytes & (params_.payload_bytes - 1);
    return full_completion_ * full + rest_completion_[rest];
  }

  /// What a request waits for: the TLP that is under way, half of it on average, not all that wait behind it,
  /// since the link arbitrates by queue.
  Time turn(Time at) const { return up_.free_at() > at ? half_tlp_ : Time(); }
  Time fetch_by_requests(Time at, std::uint64_t bytes);
  Time replays(std::uint64_t bytes, Errors& errors) const;
  Time replays_of(std::uint64_t count, std::uint64_t payload, Errors& errors) const;
  /// At most one read request, sent at `asked`.
  Time fetch_piece(Time asked, std::uint64_t bytes) {
    return tags_.pass(asked,
                      [&](Time granted) { return down_.serve(granted + round_trip_, completions(bytes)); });
  }

  PcieParams params_;
  unsigned payload_shift_, request_shift_;
  double ps_per_byte_;
  Time credit_pace_, full_tlp_, full_completion_, half_tlp_, request_, round_trip_;
  std::vector<Time> rest_tlp_, rest_completion_;  ///< of the last TLP of a train, by its payload; 0 for none
  FifoServer up_, down_;
  CreditServer tags_;
  std::uint64_t posted_bytes_ = 0, fetched_bytes_ = 0;
};

}  // namespace rainier::link
