#include "models/link/pcie.hpp"

#include <bit>

#include "sim/config/describe.hpp"

namespace rainier::link {

double PcieParams::bytes_per_second() const {
  const double transfers = generation == 1 ? 2.5e9 : generation == 2 ? 5e9 : 8e9;
  const double coding = generation < 3 ? 8.0 / 10 : 128.0 / 130;
  return transfers * coding / 8 * lanes;
}

Pcie::Pcie(const PcieParams& params)
    : params_(params),
      payload_shift_(static_cast<unsigned>(std::countr_zero(params.payload_bytes))),
      request_shift_(static_cast<unsigned>(std::countr_zero(params.read_request_bytes))),
      ps_per_byte_(1e12 / params.bytes_per_second() / (1 - params.dllp_share)),
      credit_pace_(params.credit_return / params.posted_credits),
      full_tlp_(std::max(tlp(params.payload_bytes), credit_pace_)),
      full_completion_(tlp(params.payload_bytes)),
      half_tlp_(full_completion_ / 2),
      request_(tlp(0)),
      round_trip_(2 * params.propagation + params.memory_latency),
      rest_tlp_(params.payload_bytes),
      rest_completion_(params.payload_bytes),
      tags_(params.tags) {
  for (std::uint64_t rest = 1; rest < params.payload_bytes; ++rest) {
    rest_completion_[rest] = tlp(rest);
    rest_tlp_[rest] = std::max(tlp(rest), credit_pace_);
  }
}

Time Pcie::fetch_by_requests(Time at, std::uint64_t bytes) {
  if (bytes == 0) return at;
  fetched_bytes_ += bytes;
  const std::uint64_t most = params_.read_request_bytes;
  const Time asked = at + turn(at) + request_;
  up_.serve(at, request_, static_cast<std::int64_t>((bytes + most - 1) >> request_shift_));
  Time last = at;
  const std::uint64_t whole = bytes >> request_shift_;
  if (whole > 1 && tags_.free(whole, asked)) {  // then their data come in one train
    const Time service = completions(most);
    const auto following = static_cast<std::int64_t>(whole - 1);
    last = down_.serve(asked + round_trip_, service, following + 1);
    tags_.pass(whole, last - service * following, service);
    bytes -= whole * most;
  }
  while (bytes > 0) {
    const std::uint64_t piece = std::min(bytes, most);
    last = fetch_piece(asked, piece);
    bytes -= piece;
  }
  return last;
}

void describe(config::Schema& s, PcieParams& p) {
  using namespace literals;
  using config::range;
  s.field("generation", p.generation, range(1, 3), "PCI Express generation");
  s.field("lanes", p.lanes, range(1, 32).power_of_two(), "lanes");
  s.bytes("payload_bytes", p.payload_bytes, range(64, 4096).power_of_two(), "largest TLP payload");
  s.bytes("tlp_overhead_bytes", p.tlp_overhead_bytes, range(12, 64),
          "framing, sequence number, header and LCRC of a TLP");
  s.ratio("dllp_share", p.dllp_share, range(0.0, 0.5),
          "share of the wire that acknowledgements, flow control and skip sets take");
  s.bytes("read_request_bytes", p.read_request_bytes, range(64, 4096).power_of_two(),
          "largest read request of the device");
  s.field("tags", p.tags, range(1, 1024), "read requests outstanding");
  s.field("posted_credits", p.posted_credits, range(1, 4096),
          "posted TLPs that the root port takes before it returns a credit");
  s.field("credit_return", p.credit_return, range(0_ns, 1_ms),
          "from a posted TLP to the return of its credit");
  s.only_with({"posted_credits"}, p, "credit_return above 0",
              [](const PcieParams& link) { return link.credit_return > Time(); });
  s.field("propagation", p.propagation, range(0_ns, 1_ms), "latency one way between device and root port");
  s.field("memory_latency", p.memory_latency, range(0_ns, 1_ms),
          "latency of host memory behind the root port");
}

}  // namespace rainier::link
