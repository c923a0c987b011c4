#pragma once

#include <span>
#include <string_view>

namespace rainier::manager {

/// A file of the page, compiled in.
struct Asset {
  std::string_view path, type, content;
};
std::span<const Asset> assets();

}  // namespace rainier::manager
