#pragma once

#include "tools/rainier/sweep/command.hpp"
#include "tools/rainier/sweep/results.hpp"

namespace rainier::tool {

/// Writes three scripts into the folder of the results: one that makes the preconditioned states, an array of
/// `tasks` parts of which `at_most` run at once, and one that makes the tables; and submits them, each after
/// the one before. Without sbatch it says how. The scripts can be submitted again: what is there is kept.
int submit_to_slurm(const SweepOptions& options, const SweepPlan& plan, const SweepResults& results,
                    std::uint64_t tasks, std::uint64_t at_most);

}  // namespace rainier::tool
