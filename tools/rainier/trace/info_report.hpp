#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "models/host/trace/formats/reader.hpp"
#include "models/host/trace/profile/profile.hpp"

namespace rainier::tool {

/// `MSR Cambridge, gzip (msr, detected)`.
std::string how_read(const trace::Reader& reader);
std::string info_text(const trace::Reader& reader, const trace::Profile& profile);
nlohmann::ordered_json info_json(const trace::Reader& reader, const trace::Profile& profile);

}  // namespace rainier::tool
