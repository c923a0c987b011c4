#include "models/host/trace/replay/placement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/host/fio/job_error.hpp"
#include "sim/config/quantity.hpp"

namespace rainier::trace {
namespace {

constexpr std::uint64_t region = 1 << 20;

/// How far the chosen volumes reach, where they lie on the drive.
std::uint64_t find_end(const StreamOptions& options) {
  if (options.read.path == "-")
    throw fio::JobError({"standard input", 0}, "",
                        "it would have to be read twice, to learn how far its addresses reach: give a file");
  Selection selection(options);
  std::uint64_t end = 0;
  Record record;
  while (selection.next(record)) end = std::max(end, record.offset + record.length);
  return end;
}

}  // namespace

Placement::Placement(const ReplayOptions& options, std::uint64_t drive_bytes)
    : options_(options), drive_bytes_(drive_bytes) {
  if (options.past_end != PastEnd::scale) return;
  extent_ = find_end(options.stream);
  scales_ = extent_ > drive_bytes;
}

bool Placement::align(const Stream& from, Record& record) {
  if (record.length == 0) {
    switch (options_.empty) {
      case Empty::error:
        from.selection().fail(record,
                              "a request without length: say with --empty drop or sector what becomes of "
                              "such");
      case Empty::drop:
        ++counts_.dropped_empty;
        return false;
      case Empty::sector:
        ++counts_.enlarged_empty;
        record.length = 1;
    }
  } else {
    switch (options_.unaligned) {
      case Unaligned::error:
        from.selection().fail(
            record, fmt::format("{} bytes at {} are not whole sectors of {} bytes: say with --unaligned "
                                "expand or drop what becomes of such",
                                record.length, record.offset, sector_bytes));
      case Unaligned::drop:
        ++counts_.dropped_unaligned;
        return false;
      case Unaligned::expand:
        ++counts_.expanded;
    }
  }
  const std::uint64_t first = record.offset / sector_bytes;
  const std::uint64_t last = (record.offset + record.length - 1) / sector_bytes;
  record.offset = first * sector_bytes;
  record.length = (last - first + 1) * sector_bytes;
  return true;
}

void Placement::scale(Record& record) {
  const auto share = static_cast<long double>(drive_bytes_) / static_cast<long double>(extent_);
  const auto to = static_cast<std::uint64_t>(static_cast<long double>(record.offset / region) * share);
  const std::uint64_t offset = to * region + record.offset % region;
  if (offset == record.offset) return;
  ++counts_.scaled;
  record.offset = offset;
  // The drive's last region may be cut short, and a request may reach beyond its own.
  if (record.length <= drive_bytes_) record.offset = std::min(offset, drive_bytes_ - record.length);
}

void Placement::fit(const Stream& from, Record& record) {
  if (options_.past_end != PastEnd::wrap || record.length > drive_bytes_) {
    from.selection().fail(
        record, fmt::format("{} bytes at {} reach past the end of the drive, which has {} bytes{}",
                            record.length, record.offset, drive_bytes_,
                            record.length > drive_bytes_ ? ""
                                                         : ": say with --past-end wrap or scale what becomes "
                                                           "of such"));
  }
  ++counts_.wrapped;
  record.offset = std::min(record.offset % drive_bytes_, drive_bytes_ - record.length);
}

}  // namespace rainier::trace
