#include "sim/config/paths.hpp"

#include <algorithm>

#include "sim/config/entry.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::config {

namespace {

void collect(const Schema& schema, const std::string& prefix, std::vector<std::string>& out) {
  for (const Entry& entry : schema.state().entries) {
    const std::string path = prefix + entry.name;
    const auto* group = std::get_if<GroupEntry>(&entry.form);
    if (!group || !group->folder.name.empty()) out.push_back(path);
    if (group) collect(*group->schema, path + ".", out);
    if (const auto* list = std::get_if<ListEntry>(&entry.form))
      for (std::size_t i = 0; i < list->items.size(); ++i)
        collect(list->items[i], path + "." + std::to_string(i) + ".", out);
  }
}

bool ends_in(const std::string& path, const std::string& components) {
  return path == components || path.ends_with("." + components);
}

}  // namespace

std::vector<std::string> settable_paths(const Schema& schema) {
  std::vector<std::string> paths;
  collect(schema, "", paths);
  return paths;
}

std::string suggested_path(std::string_view word, const Schema& schema) {
  constexpr std::size_t most = 3;
  const std::vector<std::string> paths = settable_paths(schema);
  std::vector<std::string> endings = paths;
  for (const std::string& path : paths)
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
      endings.push_back(path.substr(dot + 1));
  const auto best = nearest(word, endings);
  if (!best) return "";

  std::vector<std::string> meant;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(meant),
               [&](const std::string& path) { return ends_in(path, *best); });
  std::string text = "; did you mean ";
  const std::size_t shown = std::min(most, meant.size());
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "\"" : i + 1 == shown ? " or \"" : ", \"") + meant[i] + "\"";
  return text + "?";
}

std::string names_in(const Schema& schema) {
  constexpr std::size_t most = 8;
  const auto& entries = schema.state().entries;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, entries.size()); ++i)
    text += (i == 0 ? "" : ", ") + entries[i].name;
  return text + (entries.size() > most ? ", ..." : "");
}

}  // namespace rainier::config
