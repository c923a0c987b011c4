#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/rainier/experiment_run.hpp"
#include "tools/rainier/figures.hpp"

namespace rainier::tool {

struct ExperimentReport {
  std::string name;  ///< of the file
  const Experiment* experiment = nullptr;
  Setup setup;
  std::uint64_t seed = 1;
  bool quick = false;
  ExperimentResult result;
};

std::string experiment_table(const ExperimentReport& report);

/// SI units throughout: seconds, bytes, watts, requests a second.
nlohmann::ordered_json experiment_json(const ExperimentReport& report, const std::vector<Figure>& figures);

}  // namespace rainier::tool
