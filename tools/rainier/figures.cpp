#include "tools/rainier/figures.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

std::optional<Relation> relation_named(const std::string& name) {
  if (name == "eq") return Relation::eq;
  if (name == "at_least") return Relation::at_least;
  if (name == "less_than") return Relation::less_than;
  return std::nullopt;
}

void add_figures(const YAML::Node& list, std::vector<Figure>& figures) {
  for (const YAML::Node& entry : list) {
    const auto relation = relation_named(entry["relation"].as<std::string>("eq"));
    if (!relation || !entry["value"].IsScalar()) continue;
    figures.push_back({entry["id"].as<std::string>(), entry["metric"].as<std::string>(),
                       entry["value"].as<double>(), entry["unit"].as<std::string>(""), *relation});
  }
}

std::string metric_of(Measure measure) {
  switch (measure) {
    case Measure::iops:
      return "iops";
    case Measure::throughput:
      return "throughput";
    case Measure::latency_mean:
      return "latency_mean";
    case Measure::latency_max:
      return "latency_max";
    case Measure::power_mean:
    case Measure::power_peak:
      return "power";
  }
  return "";
}

}  // namespace

std::vector<Figure> load_figures(const std::filesystem::path& file) {
  std::vector<Figure> figures;
  try {
    const YAML::Node root = YAML::LoadFile(file.string());
    for (const auto& group : {root["drives"], root["comparison"]})
      for (const auto& drive : group)
        if (const YAML::Node list = drive.second["figures"]) add_figures(list, figures);
  } catch (const YAML::Exception& error) {
    throw config::Error({file.string(), error.mark.is_null() ? 0 : error.mark.line + 1}, "", error.msg);
  }
  return figures;
}

const Figure& figure_of(const SpecRow& row, const std::vector<Figure>& figures) {
  const auto at =
      std::find_if(figures.begin(), figures.end(), [&](const Figure& f) { return f.id == row.figure; });
  if (at == figures.end()) {
    std::vector<std::string> ids;
    for (const Figure& figure : figures) ids.push_back(figure.id);
    throw UsageError("row " + row.id + ": no published figure " + config::in_quotes(row.figure) +
                     config::did_you_mean(config::nearest(row.figure, ids)));
  }
  if (at->metric != metric_of(row.measure))
    throw UsageError("row " + row.id + ": " + row.figure + " is a figure of " + at->metric + ", not of " +
                     metric_of(row.measure));
  return *at;
}

double unit_value(const Figure& figure) {
  static constexpr std::array<std::pair<const char*, double>, 7> units{
      {{"", 1}, {"GB/s", 1e9}, {"MB/s", 1e6}, {"ms", 1e-3}, {"us", 1e-6}, {"W", 1}, {"mW", 1e-3}}};
  for (const auto& [name, value] : units)
    if (figure.unit == name) return value;
  throw UsageError("figure " + figure.id + " is in " + figure.unit + ", which no row is measured in");
}

}  // namespace rainier::tool
