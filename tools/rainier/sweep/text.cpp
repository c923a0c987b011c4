#include "tools/rainier/sweep/text.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

std::string described(const SweepPoint& point) {
  std::string text;
  for (const auto& [path, value] : point.parameters) text += fmt::format("{}={} ", path, value);
  return text + fmt::format("seed={}", point.seed);
}

}  // namespace

std::string points_text(const SweepPlan& plan, const SweepResults& results) {
  std::string text;
  for (const SweepPoint& point : plan.points)
    text += fmt::format("{}  {:4}  {}\n", point.name, results.has(point) ? "run" : "-", described(point));
  return text;
}

std::string limits_text(const SweepPlan& plan, const SweepResults& results) {
  std::string text;
  std::map<std::string, std::size_t> often;
  for (const SweepPoint& point : plan.points) {
    const auto record = results.load(point);
    if (!record) continue;
    const std::string limit = record->value("limit", "failed");
    ++often[limit];
    if (!record->contains("limit")) {
      text += fmt::format("{:16}  {}: {}\n", limit, described(point), record->value("error", ""));
      continue;
    }
    text +=
        fmt::format("{:16}  {} (busiest: {}, {:.0f} %)\n", limit, described(point),
                    (*record)["busiest"].get<std::string>(), 100 * (*record)["busiest_share"].get<double>());
  }
  if (often.empty()) return "no point has been run yet\n";
  text += "\nlimit             points\n";
  for (const auto& [limit, points] : often) text += fmt::format("{:16}  {}\n", limit, points);
  return text +
         "none: no resource is busy for 85 % of the time; the load or the latency of single operations is.\n";
}

std::string summary_text(const SweepPlan& plan, const SweepResults& results, std::size_t there,
                         std::size_t failed) {
  std::string text = fmt::format("{} of {} points are in {}\n", there, plan.points.size(),
                                 (results.folder() / "results.csv").string());
  if (failed > 0)
    text += fmt::format("{} could not be run: see the column error (--retry runs them again)\n", failed);
  return text;
}

}  // namespace rainier::tool
