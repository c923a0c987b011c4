#pragma once

#include <string>

namespace rainier::tool {

/// Draws a picture by a script of tools/plot, which is given the JSON on standard input and the picture's
/// name.
/// @throws UsageError with what the script said last where it fails
void draw(const std::string& script, const std::string& json, const std::string& picture);

}  // namespace rainier::tool
