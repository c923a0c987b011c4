#include <algorithm>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/experiment_run.hpp"
#include "tools/rainier/reference.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

/// The values of a list that are wanted, where any is named.
template <class T>
void keep(std::vector<T>& list, const std::vector<std::optional<std::uint64_t>>& wanted) {
  if (std::any_of(wanted.begin(), wanted.end(), [](const auto& value) { return !value; })) return;
  std::erase_if(list, [&](const T& value) {
    return std::none_of(wanted.begin(), wanted.end(), [&](const auto& w) { return *w == value; });
  });
}

bool has(const Sweep& sweep, const Reference& wanted) {
  const auto points = points_of(sweep);
  return std::any_of(points.begin(), points.end(), [&](const Point& point) {
    const auto fits = [](const auto& value, const auto& named) { return !named || value == *named; };
    return fits(point.outstanding, wanted.outstanding) && fits(point.block, wanted.block) &&
           fits(point.read_percent, wanted.read_percent);
  });
}

}  // namespace

void keep_only(Experiment& experiment, const std::vector<std::string>& points) {
  if (points.empty()) return;
  std::vector<Reference> wanted;
  for (const std::string& point : points) wanted.push_back(parse_reference("this: " + point));
  std::vector<std::string> known;
  for (const Phase& phase : experiment.phases)
    for (const Sweep& sweep : phase.measure) known.push_back(sweep.id);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    bool there = false;
    for (const Phase& phase : experiment.phases)
      for (const Sweep& sweep : phase.measure)
        there = there || (sweep.id == wanted[i].sweep && has(sweep, wanted[i]));
    if (!there)
      throw UsageError("--only: no such point: " + config::in_quotes(points[i]) +
                       config::did_you_mean(config::nearest(wanted[i].sweep, known)));
  }
  for (Phase& phase : experiment.phases) {
    phase.streaming.clear();
    std::erase_if(phase.measure, [&](const Sweep& sweep) {
      return std::none_of(wanted.begin(), wanted.end(),
                          [&](const Reference& r) { return r.sweep == sweep.id; });
    });
    for (Sweep& sweep : phase.measure) {
      std::vector<std::optional<std::uint64_t>> outstanding, block, read_percent;
      for (const Reference& r : wanted) {
        if (r.sweep != sweep.id) continue;
        outstanding.push_back(r.outstanding);
        block.push_back(r.block);
        read_percent.push_back(r.read_percent);
      }
      keep(sweep.outstanding, outstanding);
      keep(sweep.block, block);
      keep(sweep.read_percent, read_percent);
    }
  }
}

}  // namespace rainier::tool
