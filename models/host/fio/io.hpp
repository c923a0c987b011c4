#pragma once

#include <cstdint>

#include "models/host/fio/job.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::fio {

/// One request of a job, in bytes of the drive.
struct Io {
  Op op = Op::read;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  ///< 0 for sync and datasync
  Time not_before;           ///< of a trace: since the start of its replay; else 0
};

}  // namespace rainier::fio
