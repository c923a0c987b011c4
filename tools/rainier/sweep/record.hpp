#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/rainier/sweep/plan.hpp"

namespace rainier::tool {

/// What the table keeps of a run: rates, latencies of a direction over all jobs, amplification, power, the
/// busiest resource, endurance and price. Null where there is nothing to say.
nlohmann::ordered_json record_of(const SweepPlan& plan, const SweepPoint& point,
                                 const nlohmann::ordered_json& run, const Setup& setup);
/// Of a run that could not be made.
nlohmann::ordered_json failed_record(const SweepPoint& point, const std::string& why);

}  // namespace rainier::tool
