#pragma once

#include <cstdint>

#include "models/host/fio/job.hpp"

namespace rainier::fio {

/// The part of the drive that a clone of a job works on, and how much it does.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  std::uint64_t work = 0;  ///< bytes of requests, all loops together
};

/// Works out offset, size, io_size and their percentages on a drive of that size, as fio does: `size=N%` is a
/// part of the whole drive, cut to what lies after the offset; `offset=N%` is rounded up to offset_align or
/// the smallest block. Throws JobError naming the job if the extent does not lie on the drive or holds no
/// block.
Extent resolve_extent(const Job& job, std::uint64_t drive_bytes, std::uint32_t clone);

/// The smallest request of the directions that the job uses.
std::uint64_t smallest_block(const Job& job);

}  // namespace rainier::fio
