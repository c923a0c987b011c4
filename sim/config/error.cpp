#include "sim/config/error.hpp"

namespace rainier::config {

namespace {

std::string line_for(const Place& place, const std::string& path, const std::string& message) {
  std::string line = place.file;
  if (place.line > 0) line += ":" + std::to_string(place.line);
  if (!line.empty()) line += ": ";
  if (!path.empty()) line += path + ": ";
  return line + message;
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

}  // namespace

Error::Error(const Place& at, const std::string& parameter, const std::string& message)
    : std::runtime_error(line_for(at, parameter, message)), place(at), path(parameter) {}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t shown = text.size();
  if (shown > longest) {
    shown = longest;
    while (shown > 0 && continues_character(text[shown])) --shown;
  }
  std::string out = "\"";
  for (char c : text.substr(0, shown)) out += (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) ? '?' : c;
  return out + (shown < text.size() ? "...\"" : "\"");
}

}  // namespace rainier::config
