#include "sim/config/leaf.hpp"

#include "sim/config/leaf_text.hpp"

namespace rainier::config {

namespace {

Leaf leaf_from(const LeafEntry& entry, const std::string& path, const std::string& doc) {
  Leaf leaf;
  leaf.path = path;
  for (const Scalar& value : entry.values()) leaf.values.push_back(format_scalar(entry, value));
  leaf.value = values_text(entry, entry.values());
  leaf.type = type_text(entry);
  leaf.default_value = default_text(entry);
  leaf.doc = doc;
  leaf.range = range_text(entry);
  leaf.provenance = entry.provenance;
  leaf.file = entry.place.file;
  leaf.line = entry.place.line;
  leaf.kind = entry.kind;
  leaf.shape = entry.access.shape;
  return leaf;
}

/// A list of structs without elements still says that it is there.
Leaf empty_list(const ListEntry& list, const std::string& path, const std::string& doc) {
  Leaf leaf;
  leaf.path = path;
  leaf.value = "[]";
  leaf.type = "list of groups";
  leaf.doc = doc;
  leaf.file = list.place.file;
  leaf.line = list.place.line;
  leaf.shape = Shape::many;
  if (!leaf.file.empty()) leaf.provenance.source = Source::unstated;
  return leaf;
}

void collect(const Schema& schema, const std::string& prefix, std::vector<Leaf>& out) {
  for (const Entry& entry : schema.state().entries) {
    const std::string path = prefix + entry.name;
    const std::size_t first = out.size();
    if (const auto* leaf = std::get_if<LeafEntry>(&entry.form)) {
      out.push_back(leaf_from(*leaf, path, entry.doc));
    } else if (const auto* group = std::get_if<GroupEntry>(&entry.form)) {
      collect(*group->schema, path + ".", out);
    } else {
      const auto& list = std::get<ListEntry>(entry.form);
      if (list.items.empty()) out.push_back(empty_list(list, path, entry.doc));
      for (std::size_t i = 0; i < list.items.size(); ++i)
        collect(list.items[i], path + "." + std::to_string(i) + ".", out);
    }
    const auto* condition = schema.state().condition_of(entry);
    if (condition && !condition->holds(condition->params))
      for (std::size_t i = first; i < out.size(); ++i) out[i].idle = condition->when;
  }
}

}  // namespace

std::vector<Leaf> leaves_of(const Schema& schema) {
  std::vector<Leaf> out;
  collect(schema, "", out);
  return out;
}

}  // namespace rainier::config
