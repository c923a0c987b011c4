#pragma once

#include <string>

#include "tools/rainier/sweep/results.hpp"

namespace rainier::tool {

/// A line a point: its name, what is special about it, and whether it has been run.
std::string points_text(const SweepPlan& plan, const SweepResults& results);
/// What limits each point that has been run, and how often each limit occurs.
std::string limits_text(const SweepPlan& plan, const SweepResults& results);
/// How far the sweep is, and where its tables are.
std::string summary_text(const SweepPlan& plan, const SweepResults& results, std::size_t there,
                         std::size_t failed);

}  // namespace rainier::tool
