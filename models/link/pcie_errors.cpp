#include "models/link/pcie.hpp"

namespace rainier::link {

/// Wire time that the replays of `count` equal TLPs take.
Time Pcie::replays_of(std::uint64_t count, std::uint64_t payload, Errors& errors) const {
  const std::uint64_t bytes = payload + params_.tlp_overhead_bytes;
  const Time one = tlp(payload), until_nak = 2 * params_.propagation + errors.params().replay_time;
  const auto followers = static_cast<std::uint64_t>(until_nak / one);
  Time all;
  // A replay may go bad too, so the bad TLP is among those still to be sent.
  const auto what = payload > 0 ? Errors::Carries::data : Errors::Carries::nothing;
  for (std::uint64_t left = count, bad = 0; (bad = errors.first_bad(left, bytes, what)) < left;) {
    left -= bad;
    all += one + until_nak;
    errors.replayed((1 + std::min(followers, left - 1)) * bytes, one + until_nak);
  }
  return all;
}

Time Pcie::replays(std::uint64_t bytes, Errors& errors) const {
  const std::uint64_t rest = bytes & (params_.payload_bytes - 1);
  const Time full = replays_of(bytes >> payload_shift_, params_.payload_bytes, errors);
  return rest == 0 ? full : full + replays_of(1, rest, errors);
}

Time Pcie::send(Time at, std::uint64_t bytes, Errors& errors) {
  up_.serve(at, replays(bytes, errors));
  return send(at, bytes);
}

Time Pcie::fetch(Time at, std::uint64_t bytes, Errors& errors) {
  if (bytes == 0) return at;
  const std::uint64_t most = params_.read_request_bytes;
  up_.serve(at, replays_of((bytes + most - 1) >> request_shift_, 0, errors));
  down_.serve(at + request_ + round_trip_, replays(bytes, errors));
  return fetch(at, bytes);
}

Time Pcie::doorbell(Time at, Errors& errors) {
  const Time again = replays_of(1, 4, errors);
  down_.squeeze_in(at, again);
  return doorbell(at + again);
}

}  // namespace rainier::link
