#include "tools/rainier/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::tool {

Score score_of(const std::vector<Comparison>& comparisons) {
  struct Worst {
    std::string id;
    bool passes = true, prediction = false;
    double error = 0;
  };
  std::vector<Worst> all;
  for (const Comparison& c : comparisons) {
    if (!c.counted) continue;
    auto at = std::find_if(all.begin(), all.end(), [&](const Worst& w) { return w.id == c.figure.id; });
    if (at == all.end()) at = all.insert(all.end(), Worst{c.figure.id, true, false, 0});
    at->passes = at->passes && c.passes();
    at->prediction = at->prediction || (c.simulated && c.figure.relation == Relation::eq && !c.calibrated);
    if (c.simulated) at->error = std::max(at->error, std::abs(c.verdict.error));
  }
  Score score;
  for (const Worst& w : all) {
    ++score.figures;
    score.within += w.passes;
    if (!w.passes) score.outside.push_back(w.id);
    if (!w.prediction) continue;
    ++score.predictions;
    score.mean_error += w.error;
  }
  if (score.predictions > 0) score.mean_error /= static_cast<double>(score.predictions);
  return score;
}

}  // namespace rainier::tool
