#pragma once

#include <string>

namespace rainier::tool {

/// The text as a cell of a CSV file: in quotes where it needs them (RFC 4180).
inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace rainier::tool
