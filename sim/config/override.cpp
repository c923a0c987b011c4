#include <algorithm>
#include <charconv>

#include "sim/config/loader.hpp"
#include "sim/config/paths.hpp"

namespace rainier::config {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// What a path names, and the group it stands in.
struct Target {
  Schema* group = nullptr;
  Entry* entry = nullptr;
};

Schema* element(ListEntry& list, std::string_view index) {
  std::size_t i = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), i);
  if (error != std::errc() || end != index.data() + index.size() || i >= list.items.size()) return nullptr;
  return &list.items[i];
}

Target find(Schema& root, std::string_view path) {
  Target at{&root, nullptr};
  while (true) {
    const std::size_t dot = path.find('.');
    at.entry = at.group->state().find(path.substr(0, dot));
    if (dot == std::string_view::npos || !at.entry) return at;
    path.remove_prefix(dot + 1);
    if (auto* inner = std::get_if<GroupEntry>(&at.entry->form)) {
      at.group = inner->schema.get();
    } else if (auto* list = std::get_if<ListEntry>(&at.entry->form)) {
      const std::size_t next = path.find('.');
      at.group = element(*list, path.substr(0, next));
      if (!at.group || next == std::string_view::npos) return {};
      path.remove_prefix(next + 1);
    } else {
      return {};
    }
  }
}

Node scalar(std::string_view text) {
  return {.type = Node::Type::scalar, .line = 0, .text = std::string(text), .items = {}, .fields = {}};
}

/// `50, 99` for a list of plain values; anything with brackets is YAML.
Node items(std::string_view text) {
  Node list{.type = Node::Type::list, .line = 0, .text = {}, .items = {}, .fields = {}};
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    list.items.push_back(scalar(trimmed(text.substr(0, comma))));
    text = comma == std::string_view::npos ? "" : text.substr(comma + 1);
  }
  return list;
}

Node value_for(const Entry& entry, std::string_view text, const Place& place, const std::string& path) {
  const auto* leaf = std::get_if<LeafEntry>(&entry.form);
  if (leaf && leaf->access.shape == Shape::optional && (text == "null" || text == "~")) return {};
  const bool plain_text = leaf && leaf->kind == Kind::text && leaf->access.shape != Shape::many;
  if (!plain_text && (text.starts_with('[') || text.starts_with('{'))) return parse_value(text, place, path);
  return leaf && leaf->access.shape == Shape::many ? items(text) : scalar(text);
}

}  // namespace

void Loader::override_with(const std::string& argument) {
  const Place place{"--set " + argument, 0};
  const std::size_t equals = argument.find('=');
  const std::string path(trimmed(std::string_view(argument).substr(0, equals)));
  if (equals == std::string::npos || path.empty()) throw Error(place, "", "expected PATH=VALUE");

  const Target target = path == "base" ? Target{} : find(root_, path);
  if (!target.entry) {
    const bool base = path.ends_with(".base") && find(root_, path.substr(0, path.size() - 5)).entry;
    if (base) return override_with(path.substr(0, path.size() - 5) + argument.substr(equals));
    throw Error(place, path, "unknown parameter" + suggested_path(path, root_));
  }
  const std::string_view text = trimmed(std::string_view(argument).substr(equals + 1));
  const Field field{target.entry->name, 0, value_for(*target.entry, text, place, path)};
  const std::string group_path =
      path.substr(0, path.size() - std::min(path.size(), target.entry->name.size() + 1));
  const Provenance set{.source = Source::command_line, .ref = {}, .note = {}, .formula = {}, .on = {}};
  apply(*target.entry, field, {place.file, group_path, set, true});
}

}  // namespace rainier::config
