#pragma once

#include <string>

#include "tools/rainier/cost_of_life.hpp"
#include "tools/rainier/sensitivity.hpp"
#include "tools/rainier/validation.hpp"

namespace rainier::tool {

struct ValidationReport {
  bool quick = false, partial = false, all = true;
  std::uint64_t seed = 1;
  std::vector<FamilyResult> families;
  std::vector<Sensitivity> sensitivities;  ///< of the families whose constants were moved
  /// Nothing where its constants were not moved.
  const Sensitivity* sensitivity_of(const FamilyResult& result) const {
    for (const Sensitivity& sensitivity : sensitivities)
      if (sensitivity.family == result.family.name) return &sensitivity;
    return nullptr;
  }
  /// Of all families.
  std::vector<Comparison> comparisons() const {
    std::vector<Comparison> joined;
    for (const FamilyResult& family : families)
      joined.insert(joined.end(), family.comparisons.begin(), family.comparisons.end());
    return joined;
  }
  std::vector<CostOfLife> costs;      ///< of the drives in the reviews' table, where one is here
  std::vector<std::string> results;   ///< names of the files that hold the children's results
  std::vector<std::string> failures;  ///< what a child that failed said
};

/// All figures within their bands, their mean error too, and no ordering broken.
bool passes(const ValidationReport& report);

std::string validation_table(const ValidationReport& report);
std::string validation_csv(const ValidationReport& report);
nlohmann::ordered_json validation_json(const ValidationReport& report);

}  // namespace rainier::tool
