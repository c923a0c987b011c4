#include "models/host/fio/extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "models/host/fio/block_sizes.hpp"
#include "models/host/fio/job_error.hpp"

namespace rainier::fio {

namespace {

constexpr std::uint64_t sector = 512;

__extension__ using Wide = unsigned __int128;

std::uint64_t part(std::uint64_t whole, double percent) {
  return static_cast<std::uint64_t>(Wide{whole} * static_cast<std::uint64_t>(percent) / 100);
}

std::uint64_t saturated(Wide value) {
  return static_cast<std::uint64_t>(std::min<Wide>(value, std::numeric_limits<std::uint64_t>::max()));
}

std::string place(const Job& job, std::uint32_t clone) {
  return job.numjobs > 1 ? fmt::format("job \"{}\", clone {},", job.name, clone + 1)
                         : fmt::format("job \"{}\"", job.name);
}

std::uint64_t begin_of(const Job& job, std::uint64_t drive_bytes, std::uint32_t clone) {
  const std::uint64_t increment =
      job.offset_increment_percent ? part(drive_bytes, *job.offset_increment_percent) : job.offset_increment;
  const std::uint64_t offset = job.offset_percent ? part(drive_bytes, *job.offset_percent) : job.offset;
  const Wide begin = Wide{offset} + Wide{increment} * clone;
  if (!job.offset_percent && !job.offset_increment_percent) return saturated(begin);
  const std::uint64_t align = job.offset_align != 0 ? job.offset_align : smallest_block(job);
  return saturated((begin + align - 1) / align * align);
}

}  // namespace

std::uint64_t smallest_block(const Job& job) {
  const std::array<bool, data_directions> used{job.reads, job.writes, job.trims};
  std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t d = 0; d < data_directions; ++d) {
    if (used[d]) smallest = std::min(smallest, BlockSizes(job, d).smallest());
  }
  return smallest;
}

Extent resolve_extent(const Job& job, std::uint64_t drive_bytes, std::uint32_t clone) {
  Extent extent;
  extent.begin = begin_of(job, drive_bytes, clone);
  if (extent.begin >= drive_bytes) {
    throw JobError(job.origin, "offset",
                   fmt::format("{} begins at byte {}, but the drive has {} bytes", place(job, clone),
                               extent.begin, drive_bytes));
  }
  const std::uint64_t rest = drive_bytes - extent.begin;
  extent.bytes = job.size.value_or(rest);
  if (job.size_percent) extent.bytes = std::min(part(drive_bytes, *job.size_percent), rest);
  if (extent.bytes > rest) {
    throw JobError(job.origin, "size",
                   fmt::format("{} needs {} bytes from byte {} on, but the drive has {} bytes",
                               place(job, clone), extent.bytes, extent.begin, drive_bytes));
  }
  std::uint64_t once = job.io_size.value_or(extent.bytes);
  if (job.io_size_percent) once = std::max<std::uint64_t>(part(extent.bytes, *job.io_size_percent), 1);
  extent.bytes -= extent.bytes % sector;
  const std::uint64_t block = smallest_block(job);
  if (extent.bytes < block) {
    throw JobError(job.origin, "size",
                   fmt::format("{} has {} bytes of the drive, less than one block of {} bytes",
                               place(job, clone), extent.bytes, block));
  }
  extent.work = saturated(Wide{once} * job.loops);
  return extent;
}

}  // namespace rainier::fio
