#pragma once

#include <cstddef>
#include <cstdint>

namespace rainier::media {

/// CRC-32C (Castagnoli), as iSCSI, SCTP and fio's verify=crc32c have it. `before` continues an earlier piece.
/// About 10 GB/s with SSE 4.2, 1.5 GB/s without.
std::uint32_t crc32c(const std::byte* data, std::size_t size, std::uint32_t before = 0);

}  // namespace rainier::media
