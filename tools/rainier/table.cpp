#include "tools/rainier/table.hpp"

#include <algorithm>

namespace rainier::tool {

std::string aligned(const std::vector<std::vector<std::string>>& lines, const std::string& sides) {
  std::vector<std::size_t> width;
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) {
      if (width.size() <= c) width.push_back(0);
      width[c] = std::max(width[c], line[c].size());
    }
  std::string text;
  for (const auto& line : lines) {
    std::string out;
    for (std::size_t c = 0; c < line.size(); ++c) {
      const std::string padding(width[c] - line[c].size(), ' ');
      const bool right = c < sides.size() && sides[c] == '>';
      out += (c == 0 ? "" : "  ") + (right ? padding + line[c] : line[c] + padding);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

}  // namespace rainier::tool
