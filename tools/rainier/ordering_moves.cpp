#include "tools/rainier/ordering_moves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "tools/rainier/contains.hpp"
#include "tools/rainier/experiment_file.hpp"
#include "tools/rainier/reference.hpp"

namespace rainier::tool {
namespace {

/// Of a reference: the sweep and where on it.
std::string point_named(const std::string& reference) {
  std::istringstream words(reference.substr(reference.find(':') + 1));
  std::string point;
  for (std::string word; words >> word;)
    if (word != "max" && !word.starts_with("measure=")) point += (point.empty() ? "" : " ") + word;
  return point;
}

/// None of a check that is shown alone.
std::vector<std::string> references_of(const Check& check) {
  if (!check.counted) return {};
  return check.number ? std::vector{check.left} : std::vector{check.left, check.right};
}

bool uses(const Check& check, const Results& results) {
  const std::vector<std::string> references = references_of(check);
  return std::any_of(references.begin(), references.end(), [&](const std::string& reference) {
    return results.contains(parse_reference(reference).experiment);
  });
}

/// Half of the 95 % interval as a share of the value; no bound where the measure has no interval.
double spread(const std::string& text, Measure measure, const Results& results) {
  const Reference reference = parse_reference(text);
  const Measure wanted = reference.measure.value_or(measure);
  const std::string key = half_width_key_of(wanted);
  const auto result = results.find(reference.experiment);
  if (key.empty() || result == results.end()) return std::numeric_limits<double>::infinity();
  const auto* point = point_of(reference, result->second);
  if (point == nullptr || !point->contains(key) || point->at(key_of(wanted)).get<double>() == 0)
    return std::numeric_limits<double>::infinity();
  return point->at(key).get<double>() / point->at(key_of(wanted)).get<double>();
}

}  // namespace

std::vector<Probe> probes_of(const Catalog& catalog, const Family& family) {
  std::vector<Probe> probes;
  const std::vector<std::string> known = catalog.experiments();
  for (const Ordering& ordering : family.orderings)
    for (const Check& check : ordering.checks)
      for (const std::string& reference : references_of(check)) {
        const std::string name = parse_reference(reference).experiment;
        if (!contains(known, name)) continue;
        auto probe =
            std::find_if(probes.begin(), probes.end(), [&](const Probe& p) { return p.experiment == name; });
        if (probe == probes.end()) {
          const Experiment experiment = load_experiment(find_experiment(catalog, name));
          auto drive = std::find_if(experiment.drives.begin(), experiment.drives.end(),
                                    [&](const std::string& d) { return contains(family.drives, d); });
          if (drive == experiment.drives.end()) drive = experiment.drives.begin();
          if (drive == experiment.drives.end()) continue;
          probe = probes.insert(probes.end(), {name, *drive, experiment.host, {}});
        }
        if (const std::string point = point_named(reference); !contains(probe->points, point))
          probe->points.push_back(point);
      }
  return probes;
}

std::vector<RatioChange> ratio_changes(const Family& family, const Results& base, const Results& with) {
  std::vector<RatioChange> changes;
  Results moved = with;
  moved.insert(base.begin(), base.end());
  for (const Ordering& ordering : family.orderings)
    for (const Check& check : ordering.checks) {
      if (!uses(check, with)) continue;
      const auto [left, right] = sides_of(check, base);
      const auto [left_moved, right_moved] = sides_of(check, moved);
      if (!left || !right || !left_moved || !right_moved || *left * *right * *right_moved == 0) continue;
      double chance = 0;
      for (const std::string& reference : references_of(check))
        for (const Results* results : {&base, static_cast<const Results*>(&moved)})
          chance = std::hypot(chance, spread(reference, check.measure, *results));
      changes.push_back({ordering.id, check.says, *left_moved / *right_moved / (*left / *right) - 1, chance});
    }
  return changes;
}

}  // namespace rainier::tool
