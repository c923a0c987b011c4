#include <nlohmann/json.hpp>

#include "sim/config/resolved.hpp"

namespace rainier::config {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(Kind kind, const std::string& text) {
  const bool native =
      kind == Kind::integer || kind == Kind::number || kind == Kind::ratio || kind == Kind::boolean;
  return native ? Json::parse(text) : Json(text);
}

Json value_of(const Leaf& leaf) {
  if (leaf.shape != Shape::many)
    return leaf.values.empty() ? Json() : json_of(leaf.kind, leaf.values.front());
  Json list = Json::array();
  for (const std::string& value : leaf.values) list.push_back(json_of(leaf.kind, value));
  return list;
}

}  // namespace

Json resolved_json(const std::vector<Leaf>& leaves) {
  Json out = Json::object();
  for (const Leaf& leaf : leaves) {
    const Provenance& p = leaf.provenance;
    Json one = {{"value", value_of(leaf)}, {"source", source_name(p.source)}};
    if (!p.ref.empty()) one["ref"] = p.ref;
    if (!p.formula.empty()) one["formula"] = p.formula;
    if (!p.on.empty()) one["on"] = p.on;
    if (!p.note.empty()) one["note"] = p.note;
    if (!leaf.idle.empty()) one["no_effect_without"] = leaf.idle;
    if (!leaf.file.empty()) one["file"] = leaf.file;
    if (leaf.line > 0) one["line"] = leaf.line;
    out[leaf.path] = std::move(one);
  }
  return out;
}

}  // namespace rainier::config
