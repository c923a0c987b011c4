#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rainier::tool {

/// Finds what ships with Rainier, by name: presets of drives, hosts and NAND, workloads, published figures.
/// Folders are searched in this order: the one given (--configs), $RAINIER_CONFIGS, ../share/rainier/configs
/// beside the executable, the source tree's. The first file of a name counts.
class Catalog {
 public:
  /// @param configs  a folder laid out as configs/, or empty. @throws UsageError if it is no folder
  explicit Catalog(const std::filesystem::path& configs = {});

  const std::vector<std::filesystem::path>& roots() const { return roots_; }

  /// A drive preset by name, or the path of a file. @throws config::Error with the nearest name
  std::filesystem::path drive(std::string_view name) const;
  std::filesystem::path host(std::string_view name) const;
  /// A job file: a path, or the name of a workload that ships. @throws UsageError with the nearest name
  std::filesystem::path workload(const std::string& name) const;

  std::vector<std::string> drives() const;
  std::vector<std::string> hosts() const;
  std::vector<std::string> nands() const;
  std::vector<std::string> workloads() const;

  std::vector<std::string> experiments() const;
  std::vector<std::string> families() const;

  /// A file of validation/, which stands beside configs/; an empty path if there is none.
  std::filesystem::path validation(const std::filesystem::path& file) const;

 private:
  std::vector<std::string> validation_names(const char* folder) const;

  std::vector<std::filesystem::path> roots_;
};

}  // namespace rainier::tool
