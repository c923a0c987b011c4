#include "sim/config/presets.hpp"

#include <algorithm>
#include <set>

#include "sim/config/nearest.hpp"

namespace rainier::config {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view ending = ".yaml";

bool is_path(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(ending);
}

}  // namespace

std::vector<std::string> preset_names(const std::string& folder, const std::vector<fs::path>& roots) {
  std::set<std::string> names;
  for (const fs::path& root : roots) {
    std::error_code gone;
    for (const auto& file : fs::directory_iterator(root / folder, gone))
      if (file.path().extension() == ending) names.insert(file.path().stem().string());
  }
  return {names.begin(), names.end()};
}

fs::path find_preset(std::string_view name, const std::string& folder, const std::vector<fs::path>& roots,
                     const fs::path& beside, const Place& place, const std::string& path) {
  std::error_code ignored;
  if (is_path(name)) {
    fs::path file = beside / fs::path(name);
    if (fs::is_regular_file(file, ignored)) return file.lexically_normal();
    throw Error(place, path,
                "expected the name or path of a preset (got " + in_quotes(name) + ", no such file)");
  }
  for (const fs::path& root : roots) {
    fs::path file = root / folder / (std::string(name) + std::string(ending));
    if (!name.empty() && fs::is_regular_file(file, ignored)) return file.lexically_normal();
  }
  std::string where;
  for (const fs::path& root : roots)
    where += (where.empty() ? "" : ", ") + (root / folder).lexically_normal().string();
  throw Error(
      place, path,
      (where.empty() ? "expected the path of a preset" : "expected the name of a preset in " + where) +
          " (got " + in_quotes(name) + ")" + did_you_mean(nearest(name, preset_names(folder, roots))));
}

fs::path find_preset(std::string_view name, const std::string& folder, const std::vector<fs::path>& roots,
                     const std::string& argument) {
  return find_preset(name, folder, roots, {}, {argument, 0}, "");
}

}  // namespace rainier::config
