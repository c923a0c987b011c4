#pragma once

#include "validation/oracles/domain.hpp"

/// Serial ATA 3.x transport. Bytes and bytes per second.
namespace rainier::oracle::sata {

/// Raw rate of a generation (1.5, 3 or 6 Gb/s) after 8b/10b.
constexpr double raw_rate(int generation) {
  require(generation >= 1 && generation <= 3, "sata: generations are 1 to 3");
  return 1.5e9 / 10 * (1 << (generation - 1));
}

/// A data FIS: SOF, header, payload of at most 8,192 bytes, CRC and EOF, four bytes each around the payload.
inline constexpr double fis_overhead = 16;
inline constexpr double max_fis_payload = 8192;
/// Two of every 256 double words are ALIGN primitives.
inline constexpr double align_share = 2.0 / 256;

/// Payload rate of back-to-back data FISes, without the handshake gaps (X_RDY, R_OK, SYNC) between them.
constexpr double data_rate(double raw, double payload = max_fis_payload) {
  require(payload > 0 && payload <= max_fis_payload, "sata: a data FIS carries 1 to 8,192 bytes");
  return raw * (1 - align_share) * payload / (payload + fis_overhead);
}

}  // namespace rainier::oracle::sata
