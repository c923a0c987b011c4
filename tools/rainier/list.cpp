#include <fstream>
#include <functional>

#include "sim/config/presets.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::tool {
namespace {

/// What a file says about itself: its first line, if that is a comment.
std::string first_comment(const std::filesystem::path& file) {
  std::string line;
  std::ifstream stream(file);
  std::getline(stream, line);
  if (line.empty() || (line.front() != '#' && line.front() != ';')) return "";
  const std::size_t begin = line.find_first_not_of("#; ");
  return begin == std::string::npos ? "" : line.substr(begin);
}

std::string section(const char* title, const std::vector<std::string>& names,
                    const std::function<std::filesystem::path(const std::string&)>& find) {
  std::vector<std::vector<std::string>> lines;
  for (const std::string& name : names) lines.push_back({"  " + name, first_comment(find(name))});
  return std::string(title) + "\n" + aligned(lines, "<<");
}

}  // namespace

int list(const std::filesystem::path& configs) {
  const Catalog catalog(configs);
  const auto nand = [&](const std::string& name) {
    return config::find_preset(name, "nand", catalog.roots(), "nand");
  };
  print(section("drives", catalog.drives(), [&](const std::string& n) { return catalog.drive(n); }) + "\n" +
        section("hosts", catalog.hosts(), [&](const std::string& n) { return catalog.host(n); }) + "\n" +
        section("nand", catalog.nands(), nand) + "\n" +
        section("workloads", catalog.workloads(), [&](const std::string& n) { return catalog.workload(n); }));
  return 0;
}

}  // namespace rainier::tool
