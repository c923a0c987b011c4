#include "sim/config/loader.hpp"

#include <algorithm>

#include "sim/config/assign.hpp"
#include "sim/config/leaf_text.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/paths.hpp"
#include "sim/config/presets.hpp"

namespace rainier::config {

namespace fs = std::filesystem;

namespace {

const Provenance no_source{.source = Source::unstated, .ref = {}, .note = {}, .formula = {}, .on = {}};

const std::string& preset_name(const Field& base, const Place& place, const std::string& path) {
  if (base.value.type != Node::Type::scalar)
    throw Error(place, path, "expected the name of a preset (got " + described(base.value) + ")");
  return base.value.text;
}

void require_length(const ListEntry& list, std::size_t count, const Place& place, const std::string& path) {
  LeafEntry length;
  std::size_t any_count = 0;
  length.access = access_to(any_count);
  length.range = in_type_of(length, list.length);
  if (!allows(length, Scalar(std::uint64_t{count})))
    throw Error(place, path,
                "expected a list of length " + range_text(length) + " (got " + std::to_string(count) + ")");
}

/// What has no default must have been set.
void require_set(const Entry& entry, const Place& place, const std::string& path) {
  const auto* leaf = std::get_if<LeafEntry>(&entry.form);
  if (leaf && leaf->required && !allows_all(*leaf, leaf->values()))
    throw Error(place, path, "must be set, there is no default: expected " + expectation(*leaf));
}

void check_group(const Schema& schema, const std::string& path) {
  const std::string prefix = path.empty() ? "" : path + ".";
  for (const Entry& entry : schema.state().entries)
    require_set(entry, {schema.state().place.file, 0}, prefix + entry.name);
  for (const auto& check : schema.state().checks) {
    const std::string broken = check.broken(check.params);
    if (!broken.empty()) throw Error(schema.state().place, path, broken);
  }
  for (const Entry& entry : schema.state().entries) {
    if (const auto* group = std::get_if<GroupEntry>(&entry.form))
      check_group(*group->schema, prefix + entry.name);
    if (const auto* list = std::get_if<ListEntry>(&entry.form))
      for (std::size_t i = 0; i < list->items.size(); ++i)
        check_group(list->items[i], prefix + entry.name + "." + std::to_string(i));
  }
}

}  // namespace

void Loader::file(const fs::path& file) {
  if (roots_.empty()) roots_ = {fs::absolute(file).lexically_normal().parent_path().parent_path()};
  apply_file(root_, file, "", {});
}

void Loader::text(std::string_view text, const std::string& file) {
  if (roots_.empty()) roots_ = {fs::absolute(file).lexically_normal().parent_path().parent_path()};
  apply_document(root_, parse_document(text, file), file, "");
}

void Loader::check() const { check_group(root_, ""); }

void Loader::apply_file(Schema& schema, const fs::path& file, const std::string& path, const Place& from) {
  std::error_code ignored;
  const fs::path canonical = fs::weakly_canonical(file, ignored);
  if (std::find(open_.begin(), open_.end(), canonical) != open_.end())
    throw Error(from, path.empty() ? "base" : path + ".base",
                "a preset that builds on itself: " + file.string());
  open_.push_back(canonical);
  apply_document(schema, read_document(file), file.string(), path);
  open_.pop_back();
}

void Loader::apply_document(Schema& schema, const Node& document, const std::string& file,
                            const std::string& path) {
  const Scope scope{file, path, no_source};
  if (const Field* base = document.find("base")) {
    const Place place = scope.place(base->line);
    const fs::path folder = fs::path(file).parent_path();
    const std::string& name = preset_name(*base, place, scope.at("base"));
    apply_file(schema,
               find_preset(name, "", {folder.empty() ? "." : folder}, folder, place, scope.at("base")), path,
               place);
  }
  apply_keys(schema, document, scope, true);
}

void Loader::apply_keys(Schema& schema, const Node& map, const Scope& scope, bool base_allowed) {
  schema.state().place = scope.place(map.line);
  for (const Field& field : map.fields) {
    if (base_allowed && field.key == "base") continue;
    Entry* entry = schema.state().find(field.key);
    if (!entry) unknown(schema, field, scope, base_allowed);
    apply(*entry, field, scope);
  }
}

void Loader::apply(Entry& entry, const Field& field, const Scope& scope) {
  if (auto* group = std::get_if<GroupEntry>(&entry.form)) return apply_group(*group, field, scope);
  if (auto* list = std::get_if<ListEntry>(&entry.form)) return apply_list(*list, field, scope);
  assign(std::get<LeafEntry>(entry.form), field, scope.place(field.line), scope.at(field.key),
         scope.otherwise);
}

void Loader::apply_group(GroupEntry& group, const Field& field, const Scope& scope) {
  const Scope inner{scope.file, scope.at(field.key), scope.otherwise, scope.is_argument};
  const bool has_presets = !group.folder.name.empty();
  if (has_presets && field.value.type == Node::Type::scalar)
    return apply_preset(group, field, scope, inner.path);
  if (field.value.type != Node::Type::map)
    throw Error(scope.place(field.line), inner.path,
                std::string("expected ") + (has_presets ? "the name of a preset, or " : "") +
                    "a group of keys: " + names_in(*group.schema) + " (got " + described(field.value) + ")");
  if (const Field* base = has_presets ? field.value.find("base") : nullptr)
    apply_preset(group, *base, inner, inner.at("base"));
  apply_keys(*group.schema, field.value, inner, has_presets);
}

void Loader::apply_preset(GroupEntry& group, const Field& base, const Scope& scope, const std::string& path) {
  const Place place = scope.place(base.line);
  const std::string& name = preset_name(base, place, path);
  const fs::path beside = scope.is_argument ? fs::path() : fs::path(scope.file).parent_path();
  const fs::path file = find_preset(name, group.folder.name, roots_, beside, place, path);
  reset(group);
  const std::string group_path = path.ends_with(".base") ? path.substr(0, path.size() - 5) : path;
  apply_file(*group.schema, file, group_path, place);
}

void Loader::apply_list(ListEntry& list, const Field& field, const Scope& scope) {
  const std::string path = scope.at(field.key);
  const Place place = scope.place(field.line);
  const Stated given = stated(field, place, path, scope.otherwise);
  if (given.value->type != Node::Type::list)
    throw Error(place, path,
                "expected a list of groups, each with the keys " + names_in(*list.item) + " (got " +
                    described(*given.value) + ")");
  require_length(list, given.value->items.size(), place, path);

  list.access.renew(list.access.items, given.value->items.size());
  list.describe_items();
  list.place = place;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Node& item = given.value->items[i];
    const Scope inner{scope.file, path + "." + std::to_string(i), given.provenance, scope.is_argument};
    if (item.type != Node::Type::map)
      throw Error(scope.place(item.line), inner.path,
                  "expected a group of keys: " + names_in(*list.item) + " (got " + described(item) + ")");
    apply_keys(list.items[i], item, inner, false);
  }
}

void Loader::unknown(const Schema& schema, const Field& field, const Scope& scope, bool base_allowed) const {
  std::vector<std::string> known;
  for (const Entry& entry : schema.state().entries) known.push_back(entry.name);
  if (base_allowed) known.push_back("base");
  const auto near = nearest(field.key, known);
  throw Error(scope.place(field.line), scope.at(field.key),
              "unknown key" + (near ? did_you_mean(near) : suggested_path(field.key, root_)));
}

}  // namespace rainier::config
