#include <algorithm>
#include <stdexcept>

#include "sim/config/entry.hpp"
#include "sim/config/leaf_text.hpp"

namespace rainier::config {

namespace {

/// A name the file format can't confuse with anything else. A broken name is the author's mistake, not the
/// user's.
void require_usable(std::string_view name, Schema::State& state) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto usable = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  const bool well_formed =
      !name.empty() && letter(name.front()) && std::all_of(name.begin(), name.end(), usable);
  if (!well_formed || name == "base" || name == "null")
    throw std::logic_error("unusable parameter name \"" + std::string(name) + "\"");
  if (state.find(name)) throw std::logic_error("parameter described twice: \"" + std::string(name) + "\"");
}

void forget(Schema& schema) {
  schema.state().place = {};
  for (Entry& entry : schema.state().entries) {
    if (auto* leaf = std::get_if<LeafEntry>(&entry.form)) {
      leaf->provenance = {};
      leaf->place = {};
    } else if (auto* group = std::get_if<GroupEntry>(&entry.form)) {
      forget(*group->schema);
    } else {
      auto& list = std::get<ListEntry>(entry.form);
      list.place = {};
      list.describe_items();
    }
  }
}

}  // namespace

Schema::Schema() : state_(std::make_unique<State>()) {}
Schema::~Schema() = default;
Schema::Schema(Schema&&) noexcept = default;
Schema& Schema::operator=(Schema&&) noexcept = default;

Entry* Schema::State::find(std::string_view name) {
  const auto at =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  return at == entries.end() ? nullptr : &*at;
}

void Schema::add(std::string_view name, Kind kind, const Access& access, const Range& range,
                 std::string_view doc, std::vector<Choice> choices) {
  require_usable(name, *state_);
  LeafEntry leaf;
  leaf.kind = kind;
  leaf.access = access;
  leaf.range = in_type_of(leaf, range);
  leaf.choices = std::move(choices);
  leaf.initial = leaf.values();
  leaf.required = !allows_all(leaf, leaf.initial);
  state_->entries.push_back({std::string(name), std::string(doc), std::move(leaf)});
}

Schema& Schema::add_group(std::string_view name, std::string_view doc, const Folder& folder,
                          Snapshot snapshot) {
  require_usable(name, *state_);
  GroupEntry group{folder, std::move(snapshot), std::make_unique<Schema>()};
  Schema& inner = *group.schema;
  state_->entries.push_back({std::string(name), std::string(doc), std::move(group)});
  return inner;
}

Schema& Schema::add_list(std::string_view name, std::string_view doc, const Range& length,
                         const ListAccess& access, std::shared_ptr<void> prototype) {
  require_usable(name, *state_);
  ListEntry list{length, access, std::move(prototype), std::make_unique<Schema>(), {}, {}};
  list.describe_items();
  Schema& item = *list.item;
  state_->entries.push_back({std::string(name), std::string(doc), std::move(list)});
  return item;
}

void Schema::add_check(const void* params, std::string (*broken)(const void*)) {
  state_->checks.push_back({params, broken});
}

void Schema::add_condition(std::initializer_list<std::string_view> names, const void* params,
                           std::string_view when, bool (*holds)(const void*)) {
  for (const std::string_view name : names)
    if (!state_->find(name))
      throw std::logic_error("condition for a parameter not described: \"" + std::string(name) + "\"");
  state_->conditions.push_back({{names.begin(), names.end()}, params, std::string(when), holds});
}

const Schema::State::Condition* Schema::State::condition_of(const Entry& entry) const {
  for (const Condition& condition : conditions)
    if (std::find(condition.names.begin(), condition.names.end(), entry.name) != condition.names.end())
      return &condition;
  return nullptr;
}

void ListEntry::describe_items() {
  items.clear();
  const std::size_t count = access.size(access.items);
  for (std::size_t i = 0; i < count; ++i) access.describe_item(items.emplace_back(), access.items, i);
}

void reset(GroupEntry& group) {
  if (group.snapshot.restore) group.snapshot.restore(group.snapshot.object, group.snapshot.initial.get());
  forget(*group.schema);
}

}  // namespace rainier::config
