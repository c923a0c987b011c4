#include "tools/rainier/cost_of_life.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "sim/config/error.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::tool {
namespace {

constexpr double gb_per_gib = 1.073741824;

/// Of those that the review's own table gives in GiB, in GB.
double raw_gb_of(const YAML::Node& facts) {
  if (facts["raw_gb"]) return facts["raw_gb"].as<double>();
  return facts["raw_gib"] ? facts["raw_gib"].as<double>() * gb_per_gib : 0;
}

/// Nothing where its price or its test was not published.
std::optional<CostOfLife> cost_of(const YAML::Node& drive) {
  const YAML::Node facts = drive["facts"];
  if (!facts || !drive["figures"]) return std::nullopt;
  const YAML::Node per_pb = facts["price_per_pb"], price = facts["price_usd"];
  if (!per_pb && !price) return std::nullopt;
  for (const YAML::Node& figure : drive["figures"]) {
    if (figure["metric"].as<std::string>() != "host_tb_per_percent_of_life") continue;
    CostOfLife line;
    line.figure = figure["id"].as<std::string>();
    line.name = drive["name"].as<std::string>();
    line.nand = facts["nand"].as<std::string>(facts["nand_process"].as<std::string>("") + " SLC");
    line.user_gb = facts["user_gb"].as<double>();
    line.raw_gb = raw_gb_of(facts);
    line.published = figure["value"].as<double>();
    line.price = price ? price.as<double>() : per_pb.as<double>() * line.published * 100 / 1024;
    return line;
  }
  return std::nullopt;
}

}  // namespace

std::vector<CostOfLife> costs_of_life(const std::filesystem::path& published,
                                      const std::vector<Comparison>& comparisons) {
  std::vector<CostOfLife> all;
  try {
    const YAML::Node root = YAML::LoadFile(published.string());
    for (const char* group : {"drives", "comparison"})
      for (const auto& drive : root[group])
        if (auto line = cost_of(drive.second)) all.push_back(*line);
  } catch (const YAML::Exception& error) {
    throw config::Error({published.string(), error.mark.is_null() ? 0 : error.mark.line + 1}, "", error.msg);
  }
  for (CostOfLife& line : all)
    for (const Comparison& c : comparisons)
      if (c.figure.id == line.figure) line.simulated = c.simulated;
  return all;
}

std::string costs_text(const std::vector<CostOfLife>& costs) {
  if (costs.empty()) return "";
  std::vector<std::vector<std::string>> lines{{"drive", "GB", "price", "TB per percent", "published",
                                               "cycles of user GB", "of raw GB", "USD per PB", "published"}};
  for (const CostOfLife& c : costs) {
    const double life = c.simulated.value_or(c.published);
    const auto simulated = [&](const std::string& text) { return c.simulated ? text : std::string("-"); };
    lines.push_back(
        {c.name, grouped(c.user_gb), grouped(c.price), simulated(fmt::format("{:.1f}", life)),
         fmt::format("{:.1f}", c.published), simulated(grouped(CostOfLife::cycles(life, c.user_gb))),
         simulated(c.raw_gb > 0 ? grouped(CostOfLife::cycles(life, c.raw_gb)) : "-"),
         simulated(fmt::format("{:.2f}", c.cost(life))), fmt::format("{:.2f}", c.cost(c.published))});
  }
  return "\nLife under sequential writes by the SMART counter, and what a PB of it costs (1 PB: 1,024 TB)\n" +
         aligned(lines, "<>>>>>>>>");
}

}  // namespace rainier::tool
