#pragma once

#include <string>
#include <vector>

#include "models/drive/usage.hpp"
#include "models/host/fio/job.hpp"
#include "models/host/stages.hpp"
#include "tools/rainier/resources.hpp"

namespace rainier::tool {

/// What tells the limit of a run beside its resources.
struct Load {
  double asked = 0;           ///< requests that the jobs may have outstanding at once
  double outstanding = 0;     ///< that they had, on average (N = X R)
  double latency_us = 0;      ///< mean of a request
  std::string longest_stage;  ///< where most of that time went
  double longest_share = 0;
  double waited_for_gc = 0;  ///< share of the host's pages that had to wait for GC to free a superblock
};

/// What the requests of a span did, of `asked` that may be outstanding.
Load load_of(const host::StageTimes& times, const drive::Usage& spent, double asked);
/// Requests that may be outstanding at once: in the busiest of the phases that follow each other.
double asked_outstanding(const std::vector<fio::Job>& jobs);

/// A resource that is busy for more than this share of the time is what limits a run.
inline constexpr double busy = 0.85;

/// One sentence that names what limits the run: a resource that is busy nearly all the time, GC, the command
/// slots, the workload itself, or the latency.
std::string limit_sentence(const std::vector<Resource>& resources, const Load& load);

}  // namespace rainier::tool
