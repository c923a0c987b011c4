#pragma once

#include <cstdint>
#include <string>

#include "sim/kernel/time.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::host {

/// A host as the drive feels it: what its driver and its benchmark program cost on its cores.
struct Params {
  std::string name = "host";
  std::uint32_t cores = 12;
  Time submit_time{2'500'000};     ///< a request, from the program to the doorbell, on the worker's core
  Time reap_time{1'000'000};       ///< taking a completion and accounting for it, on the worker's core
  Time wakeup_time{3'000'000};     ///< of a worker that sleeps
  Time interrupt_time{2'000'000};  ///< from the interrupt to the first completion of slot group 0
  Time group_time{1'000'000};      ///< on top, for the groups whose completions other cores take over
  Time completion_time{500'000};   ///< the driver's work on one completion
  Time requeue_time{500'000};      ///< starting a request that has waited for a slot
  std::uint32_t max_sectors = 65'535;
  std::uint32_t max_segments = 504;
  std::uint64_t segment_bytes = 4096;

  /// The largest command that the driver sends, in bytes: whole segments only.
  std::uint64_t max_command_bytes() const {
    const std::uint64_t by_sectors = std::uint64_t{max_sectors} * 512 / segment_bytes * segment_bytes;
    const std::uint64_t by_segments = max_segments * segment_bytes;
    return by_sectors < by_segments ? by_sectors : by_segments;
  }
};

void describe(config::Schema& schema, Params& params);

}  // namespace rainier::host
