#include <nlohmann/json.hpp>

#include "sim/config/documentation.hpp"
#include "sim/config/sections.hpp"

namespace rainier::config {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Row& row) {
  Json out = {{"path", row.path}, {"type", row.type}, {"default", row.default_value}};
  if (!row.units.empty()) out["units"] = row.units;
  if (!row.range.empty()) out["range"] = row.range;
  out["doc"] = row.doc;
  for (const Choice& choice : row.choices)
    out["choices"].push_back({{"name", choice.name}, {"doc", choice.doc}});
  return out;
}

}  // namespace

Json schema_json(const Schema& schema) {
  Json out = Json::array();
  for (const Section& section : sections_of(schema)) {
    Json group = {{"group", section.path}, {"doc", section.doc}};
    if (!section.folder.empty()) group["presets"] = section.folder;
    group["parameters"] = Json::array();
    for (const Row& row : section.rows) group["parameters"].push_back(json_of(row));
    out.push_back(std::move(group));
  }
  return out;
}

}  // namespace rainier::config
