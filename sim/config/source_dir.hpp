#pragma once

#include <string>

namespace rainier::config {

/// A path inside the sources this was built from: `in_sources("configs")`.
std::string in_sources(const std::string& path);

}  // namespace rainier::config
