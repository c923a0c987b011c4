#include "tools/rainier/published.hpp"

#include <yaml-cpp/yaml.h>

#include "sim/config/error.hpp"

namespace rainier::tool {
namespace {

std::string joined(const YAML::Node& list) {
  std::string text;
  for (const YAML::Node& item : list) text += (text.empty() ? "" : ", ") + item.as<std::string>();
  return text;
}

PublishedEntry entry_of(const YAML::Node& node, const std::string& drive) {
  PublishedEntry entry;
  entry.id = node["id"].as<std::string>();
  entry.drive = drive;
  entry.claim = node["claim"].as<std::string>("");
  entry.metric = node["metric"].as<std::string>("");
  entry.unit = node["unit"].as<std::string>("");
  entry.note = node["note"].as<std::string>("");
  entry.sources = joined(node["source"]);
  if (const YAML::Node value = node["value"]; value && value.IsMap())
    for (const auto& row : value) entry.table[row.first.as<double>()] = row.second.as<std::vector<double>>();
  return entry;
}

}  // namespace

std::vector<PublishedEntry> load_published(const std::filesystem::path& file) {
  std::vector<PublishedEntry> all;
  try {
    const YAML::Node root = YAML::LoadFile(file.string());
    for (const auto& drive : root["drives"])
      for (const char* kind : {"figures", "orderings"})
        if (const YAML::Node list = drive.second[kind])
          for (const YAML::Node& node : list) all.push_back(entry_of(node, drive.first.as<std::string>()));
  } catch (const YAML::Exception& error) {
    throw config::Error({file.string(), error.mark.is_null() ? 0 : error.mark.line + 1}, "", error.msg);
  }
  return all;
}

}  // namespace rainier::tool
