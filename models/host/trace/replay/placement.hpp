#pragma once

#include <cstdint>

#include "models/host/trace/replay/stream.hpp"

namespace rainier::trace {

/// How many requests were not played as the trace has them.
struct PlacementCounts {
  std::uint64_t wrapped = 0, scaled = 0;                ///< moved to other addresses
  std::uint64_t expanded = 0, dropped_unaligned = 0;    ///< not of whole sectors
  std::uint64_t dropped_empty = 0, enlarged_empty = 0;  ///< without length
};

/// Puts requests on a drive: whole sectors, within its capacity.
class Placement {
 public:
  /// With PastEnd::scale the trace is read once before, to learn how far it reaches.
  Placement(const ReplayOptions& options, std::uint64_t drive_bytes);

  /// False if the request is dropped. Throws fio::JobError, with its line, where it can't be played as asked.
  bool place(const Stream& from, Record& record) {
    if (record.op == fio::Op::sync || record.op == fio::Op::datasync) return true;
    if ((record.length == 0 || (record.offset | record.length) % sector_bytes != 0) && !align(from, record))
      return false;
    if (scales_) scale(record);
    if (record.length > drive_bytes_ || record.offset > drive_bytes_ - record.length) fit(from, record);
    return true;
  }

  const PlacementCounts& counts() const { return counts_; }

 private:
  bool align(const Stream& from, Record& record);
  void scale(Record& record);
  void fit(const Stream& from, Record& record);

  ReplayOptions options_;
  std::uint64_t drive_bytes_;
  bool scales_ = false;
  std::uint64_t extent_ = 0;  ///< of the trace, where it is scaled
  PlacementCounts counts_;
};

}  // namespace rainier::trace
