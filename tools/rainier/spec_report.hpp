#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/rainier/measurement.hpp"
#include "tools/rainier/verdict.hpp"

namespace rainier::tool {

struct SpecResult {
  SpecRow row;
  Figure figure;
  Measurement measurement;
  double simulated = 0;  ///< in the figure's unit
  bool calibrated = false;
  Verdict verdict;
};

struct SpecReport {
  Setup setup;
  std::uint64_t seed = 1;
  std::vector<SpecResult> results;
  bool partial = false;
};

std::string spec_table(const SpecReport& report);
nlohmann::ordered_json spec_json(const SpecReport& report);

}  // namespace rainier::tool
