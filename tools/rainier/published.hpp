#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rainier::tool {

/// Anything that was published about a drive that is modelled: a figure of one number, a table, a claim.
struct PublishedEntry {
  std::string id;
  std::string drive;  ///< its key in the file
  std::string claim;  ///< of an ordering; empty for a figure
  std::string metric, unit, sources, note;
  std::map<double, std::vector<double>> table;  ///< of a figure that is one: key, values
};

/// All entries under `drives`, in the order of the file. @throws config::Error
std::vector<PublishedEntry> load_published(const std::filesystem::path& file);

}  // namespace rainier::tool
