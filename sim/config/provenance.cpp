#include "sim/config/provenance.hpp"

namespace rainier::config {

const std::vector<std::string>& source_names() {
  static const std::vector<std::string> names = {"default",    "unstated",    "data-sheet", "review",
                                                 "driver",     "literature",  "inferred",   "computed",
                                                 "calibrated", "command-line"};
  return names;
}

std::string_view source_name(Source source) { return source_names()[static_cast<std::size_t>(source)]; }

std::optional<Source> source_named(std::string_view name) {
  const auto& names = source_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Source>(i);
  return std::nullopt;
}

}  // namespace rainier::config
