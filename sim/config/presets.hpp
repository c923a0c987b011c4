#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/error.hpp"

/// Presets are YAML files that are named without their ending: `p320h-700` in `drives` is
/// `drives/p320h-700.yaml` under one of the roots (usually the folder `configs`). A name with a slash or with
/// its ending is a path.
namespace rainier::config {

/// The names of all presets in a folder, sorted; of several roots each name once.
std::vector<std::string> preset_names(const std::string& folder,
                                      const std::vector<std::filesystem::path>& roots);

/// The first root's file of that name. A path is relative to `beside`. Throws Error with the nearest name.
std::filesystem::path find_preset(std::string_view name, const std::string& folder,
                                  const std::vector<std::filesystem::path>& roots,
                                  const std::filesystem::path& beside, const Place& place,
                                  const std::string& path);

/// The same for a tool's argument, such as `--drive p320h-700`.
std::filesystem::path find_preset(std::string_view name, const std::string& folder,
                                  const std::vector<std::filesystem::path>& roots,
                                  const std::string& argument);

}  // namespace rainier::config
