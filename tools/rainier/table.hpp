#pragma once

#include <string>
#include <vector>

namespace rainier::tool {

/// Lines of cells as text with aligned columns, two spaces apart; '<' or '>' for each column says where its
/// cells stand. Columns past the end of `sides` stand left.
std::string aligned(const std::vector<std::vector<std::string>>& lines, const std::string& sides);

}  // namespace rainier::tool
