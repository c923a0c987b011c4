#include "sim/config/source_dir.hpp"

namespace rainier::config {

std::string in_sources(const std::string& path) { return RAINIER_SOURCE_DIR "/" + path; }

}  // namespace rainier::config
