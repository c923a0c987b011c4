#include "sim/config/sections.hpp"

#include "sim/config/leaf_text.hpp"

namespace rainier::config {

namespace {

/// With what a parameter or group has an effect at all.
std::string doc_of(const Schema& schema, const Entry& entry) {
  const auto* condition = schema.state().condition_of(entry);
  return condition ? entry.doc + " (only with " + condition->when + ")" : entry.doc;
}

Row row_for(const LeafEntry& leaf, const Entry& entry, const std::string& path, std::string doc) {
  Row row;
  row.path = path;
  row.name = entry.name;
  row.type = type_text(leaf);
  row.units = kind_units(leaf.kind);
  row.default_value = default_text(leaf);
  row.range = range_text(leaf);
  row.doc = std::move(doc);
  row.choices = leaf.choices;
  row.kind = leaf.kind;
  return row;
}

/// First a group's own parameters, then the groups and lists inside it.
void collect(const Schema& schema, Section section, std::vector<Section>& out) {
  const std::string prefix = section.path.empty() ? "" : section.path + ".";
  for (const Entry& entry : schema.state().entries)
    if (const auto* leaf = std::get_if<LeafEntry>(&entry.form))
      section.rows.push_back(row_for(*leaf, entry, prefix + entry.name, doc_of(schema, entry)));
  out.push_back(std::move(section));
  for (const Entry& entry : schema.state().entries) {
    if (const auto* group = std::get_if<GroupEntry>(&entry.form))
      collect(*group->schema, {prefix + entry.name, doc_of(schema, entry), group->folder.name, {}}, out);
    if (const auto* list = std::get_if<ListEntry>(&entry.form))
      collect(*list->item, {prefix + entry.name + "[]", doc_of(schema, entry), "", {}}, out);
  }
}

}  // namespace

std::vector<Section> sections_of(const Schema& schema) {
  std::vector<Section> out;
  collect(schema, {}, out);
  return out;
}

}  // namespace rainier::config
