#include "tools/rainier/catalog.hpp"
#include "sim/config/source_dir.hpp"

#include <cstdlib>
#include <set>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/presets.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {

namespace fs = std::filesystem;

namespace {

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

fs::path beside_executable() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : executable.parent_path() / ".." / "share" / "rainier" / "configs";
}

}  // namespace

Catalog::Catalog(const fs::path& configs) {
  if (!configs.empty()) {
    if (!is_folder(configs))
      throw UsageError("--configs: no such folder: " + config::in_quotes(configs.string()));
    roots_.push_back(configs);
  }
  if (const char* named = std::getenv("RAINIER_CONFIGS"); named != nullptr && *named != '\0') {
    if (!is_folder(named)) throw UsageError("$RAINIER_CONFIGS: no such folder: " + config::in_quotes(named));
    roots_.emplace_back(named);
  }
  for (const fs::path& root : {beside_executable(), fs::path(config::in_sources("configs"))})
    if (!root.empty() && is_folder(root)) roots_.push_back(root.lexically_normal());
}

fs::path Catalog::drive(std::string_view name) const {
  return config::find_preset(name, "drives", roots_, "--drive");
}

fs::path Catalog::host(std::string_view name) const {
  return config::find_preset(name, "hosts", roots_, "--host");
}

fs::path Catalog::workload(const std::string& name) const {
  if (is_file(name)) return name;
  for (const fs::path& root : roots_)
    for (const fs::path& file : {root / "workloads" / name, root / "workloads" / (name + ".fio")})
      if (is_file(file)) return file.lexically_normal();
  throw UsageError("no such job file: " + config::in_quotes(name) +
                   config::did_you_mean(config::nearest(fs::path(name).stem().string(), workloads())));
}

std::vector<std::string> Catalog::drives() const { return config::preset_names("drives", roots_); }
std::vector<std::string> Catalog::hosts() const { return config::preset_names("hosts", roots_); }
std::vector<std::string> Catalog::nands() const { return config::preset_names("nand", roots_); }

std::vector<std::string> Catalog::workloads() const {
  std::set<std::string> names;
  for (const fs::path& root : roots_) {
    std::error_code gone;
    for (const auto& file : fs::directory_iterator(root / "workloads", gone))
      if (file.path().extension() == ".fio") names.insert(file.path().stem().string());
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> Catalog::validation_names(const char* folder) const {
  std::set<std::string> names;
  for (const fs::path& root : roots_) {
    std::error_code gone;
    for (const auto& file : fs::directory_iterator(fs::absolute(root) / ".." / "validation" / folder, gone))
      if (file.path().extension() == ".yaml") names.insert(file.path().stem().string());
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> Catalog::experiments() const { return validation_names("reviews"); }
std::vector<std::string> Catalog::families() const { return validation_names("families"); }

fs::path Catalog::validation(const fs::path& file) const {
  for (const fs::path& root : roots_) {
    const fs::path candidate = (fs::absolute(root) / ".." / "validation" / file).lexically_normal();
    if (is_file(candidate)) return candidate;
  }
  return {};
}

}  // namespace rainier::tool
