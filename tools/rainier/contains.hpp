#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace rainier::tool {

inline bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace rainier::tool
