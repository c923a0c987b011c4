#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/config/leaf.hpp"

/// A loaded configuration in full, with the provenance of every value.
namespace rainier::config {

/// A file without a base that loads to the same values and provenance.
std::string resolved_yaml(const std::vector<Leaf>& leaves);

/// One object a parameter, by its path: value, source and what else is known. Numbers and booleans without a
/// unit are JSON's own; everything else is the text a user would write.
nlohmann::ordered_json resolved_json(const std::vector<Leaf>& leaves);

}  // namespace rainier::config
