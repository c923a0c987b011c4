#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/health/endurance/endurance.hpp"
#include "tools/rainier/setup.hpp"

namespace rainier::tool {

struct EnduranceReport {
  Setup setup;
  health::EnduranceWorkload workload;
  std::uint64_t seed = 1;
  health::EnduranceResult result;
};

std::string endurance_table(const EnduranceReport& report);
nlohmann::ordered_json endurance_json(const EnduranceReport& report);

}  // namespace rainier::tool
