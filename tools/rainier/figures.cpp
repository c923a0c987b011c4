#include "tools/rainier/figures.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/reference.hpp"
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
    const YAML::Node value = entry["value"];
    if (!relation) continue;
    Figure figure{entry["id"].as<std::string>(), entry["metric"].as<std::string>(), 0,
                  entry["unit"].as<std::string>(""), *relation};
    const auto add = [&](const std::string& id, const YAML::Node& number) {
      figure.id = id;
      figure.value = number.as<double>();
      figures.push_back(figure);
    };
    if (value.IsScalar()) add(figure.id, value);
    if (!value.IsMap()) continue;
    const std::string id = figure.id;
    for (const auto& state : value)
      if (state.second.IsScalar()) add(id + "." + state.first.as<std::string>(), state.second);
  }
}

/// The published metric that it is one way to take.
std::string metric_of(Measure measure) {
  const bool power = measure == Measure::power_rms || measure == Measure::power_peak;
  return key_of(power ? Measure::power_mean : measure);
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

std::string relation_name(Relation relation) {
  switch (relation) {
    case Relation::eq:
      return "eq";
    case Relation::at_least:
      return "at_least";
    case Relation::less_than:
      return "less_than";
  }
  return "";
}

std::string figure_number(const Figure& figure, double value) {
  if (figure.unit.empty()) return grouped(value);
  if (value != 0 && std::abs(value) < 1e-3) return fmt::format("{:.2e}", value);
  return fmt::format("{:.{}f} {}", value, value < 10 ? 3 : 1, figure.unit);
}

std::string published_text(const Figure& figure) {
  const char* sign = figure.relation == Relation::less_than  ? "< "
                     : figure.relation == Relation::at_least ? ">= "
                                                             : "";
  if (figure.unit.empty()) return sign + grouped(figure.value);
  if (std::abs(figure.value) < 1e-3) return sign + fmt::format("{:g}", figure.value);
  return sign + fmt::format("{:.6g} {}", figure.value, figure.unit);
}

const Figure& figure_named(const std::string& id, const std::vector<Figure>& figures) {
  const auto at = std::find_if(figures.begin(), figures.end(), [&](const Figure& f) { return f.id == id; });
  if (at != figures.end()) return *at;
  std::vector<std::string> ids;
  for (const Figure& figure : figures) ids.push_back(figure.id);
  throw UsageError("no published figure " + config::in_quotes(id) +
                   config::did_you_mean(config::nearest(id, ids)));
}

const Figure& figure_of(const SpecRow& row, const std::vector<Figure>& figures) try {
  const Figure& figure = figure_named(row.figure, figures);
  if (figure.metric == metric_of(row.measure)) return figure;
  throw UsageError(row.figure + " is a figure of " + figure.metric + ", not of " + metric_of(row.measure));
} catch (const UsageError& error) {
  throw UsageError("row " + row.id + ": " + error.what());
}

double unit_value(const Figure& figure) {
  static constexpr std::array<std::pair<const char*, double>, 11> units{{{"", 1},
                                                                         {"GB/s", 1e9},
                                                                         {"MB/s", 1e6},
                                                                         {"ms", 1e-3},
                                                                         {"us", 1e-6},
                                                                         {"W", 1},
                                                                         {"mW", 1e-3},
                                                                         {"MB", 1e6},
                                                                         {"TB", 1e12},
                                                                         {"PB", 1e15},
                                                                         {"sectors per bit read", 1}}};
  for (const auto& [name, value] : units)
    if (figure.unit == name) return value;
  throw UsageError("figure " + figure.id + " is in " + figure.unit + ", which no row is measured in");
}

}  // namespace rainier::tool
