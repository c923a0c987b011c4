#pragma once

#include <cstdint>

#include "models/host/fio/job.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::trace {

/// One request of a trace.
struct Record {
  Time time;                 ///< since the first request of the trace; before 0 where it is not sorted
  std::uint64_t offset = 0;  ///< bytes
  std::uint64_t length = 0;  ///< bytes; 0 for a sync, and in some traces for others
  std::uint32_t volume = 0;  ///< number of its name
  std::uint32_t line = 0;    ///< where it stands; of a binary trace its number; from 1
  fio::Op op = fio::Op::read;
};

}  // namespace rainier::trace
