#pragma once

#include "validation/oracles/domain.hpp"

/// PCI Express at the transaction layer (PCI Express Base Specification 2.1 and 3.0). Bytes and bytes per
/// second.
namespace rainier::oracle::pcie {

enum class Generation { gen1 = 1, gen2 = 2, gen3 = 3 };
/// Three double words of header address 32 bits, four address 64.
enum class Header { three_words, four_words };

/// Raw bytes per second in one direction after line coding: 8b/10b at 2.5 and 5 GT/s, 128b/130b at 8 GT/s.
constexpr double raw_rate(Generation generation, int lanes) {
  switch (generation) {
    case Generation::gen1:
      return 2.5e9 / 10 * lanes;
    case Generation::gen2:
      return 5e9 / 10 * lanes;
    case Generation::gen3:
      return 8e9 / 8 * 128 / 130 * lanes;
  }
  return 0;
}

/// Bytes that travel with a payload up to generation 2: framing 2, sequence number 2, header 12 or 16,
/// LCRC 4. Generation 3 frames with 4 bytes (STP token, sequence number included): the same total.
constexpr double tlp_overhead(Header header) { return header == Header::three_words ? 20 : 24; }

/// Share of the wire that payload gets in a train of full packets; `dllp_bytes` is what the same direction
/// carries in data-link packets (8 bytes each: acknowledgements and credits) for each packet, on average.
constexpr double efficiency(double payload, Header header, double dllp_bytes = 0) {
  require(payload > 0 && dllp_bytes >= 0, "pcie: payload must be positive");
  return payload / (payload + tlp_overhead(header) + dllp_bytes);
}

/// Bytes on the wire to move `bytes` of data in packets of at most `payload`.
constexpr double wire_bytes(long long bytes, long long payload, Header header) {
  require(bytes >= 0 && payload > 0, "pcie: payload must be positive");
  const long long packets = (bytes + payload - 1) / payload;
  return static_cast<double>(bytes) + static_cast<double>(packets) * tlp_overhead(header);
}

/// Payload rate of posted writes, the direction from device to host.
constexpr double posted_write_rate(double raw, double payload, Header header) {
  return raw * efficiency(payload, header);
}

/// Payload rate of reads that the device issues to fetch host data: `tags` requests of `request` bytes
/// outstanding, each complete after `round_trip` seconds when unloaded, or the wire full of completions
/// (always 3-word headers).
constexpr double read_rate(double raw, double completion_payload, int tags, double request,
                           double round_trip) {
  require(tags > 0 && request > 0 && round_trip > 0, "pcie: reads need tags, a size and a round trip");
  const double wire = raw * efficiency(completion_payload, Header::three_words);
  const double latency_bound = tags * request / round_trip;
  return wire < latency_bound ? wire : latency_bound;
}

}  // namespace rainier::oracle::pcie
