#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/host/fio/job.hpp"
#include "models/host/request.hpp"
#include "sim/port/huge_array.hpp"

namespace rainier::host {

/// The host's memory of what it has written, on a drive that carries bytes. Every sector that a job writes
/// says which it is and which version, with a CRC-32C over it; so a read shows whether the drive gave what
/// was acknowledged last, something older, something else, or nothing. Requests that overlap in time may end
/// in either order. Sectors that this run never wrote may hold zeros. Jobs with verify=pattern write their
/// pattern instead, and are held against it alone.
class Verifier {
 public:
  explicit Verifier(std::uint64_t drive_bytes);

  /// Memory for the request's bytes; of a write, filled with what the job writes.
  std::byte* issue(std::uint32_t slot, const Request& request, const fio::Job& job);
  /// The request has ended without an error: what a read gave is checked if the job asks for it, or always
  /// for a read of its verify phase. The first sector that is wrong, or -1.
  std::int64_t ended(std::uint32_t slot, const Request& request, const fio::Job& job, bool check);
  /// It has ended with an error: a write may have happened or not.
  void failed(std::uint32_t slot, const Request& request);

  /// Somebody else has written there: it may hold anything whole.
  void overwritten(std::uint64_t offset, std::uint64_t length);

  std::uint64_t sectors_checked() const { return checked_; }
  std::uint64_t sectors_wrong() const { return wrong_; }

  static constexpr std::uint64_t sector_bytes = 512;

 private:
  /// Writes of a sector that are under way, or were together with one that is.
  struct UnderWay {
    std::uint32_t count, oldest;
  };
  struct Buffer {
    std::vector<std::byte> bytes;
    std::uint32_t version = 0;
    std::vector<std::uint32_t> least;  ///< version of each sector when a read was issued
  };
  Buffer& buffer(std::uint32_t slot);
  void write_ended(const Request& request, bool happened);
  bool is_right(std::uint64_t sector, std::span<const std::byte> data, std::uint32_t least) const;
  std::int64_t check(const Request& request, const Buffer& buffer, const fio::Job& job);

  std::vector<Buffer> buffers_;      ///< by the driver's requests
  HugeArray<std::uint32_t> least_;   ///< version that a sector holds at least; 0: it may hold zeros
  HugeArray<std::uint8_t> unknown_;  ///< sectors that hold a pattern of their own, or were trimmed
  std::unordered_map<std::uint64_t, UnderWay> under_way_;
  std::uint32_t version_ = 0;
  std::uint64_t checked_ = 0, wrong_ = 0;
};

}  // namespace rainier::host
