#include "sim/config/error.hpp"

#include <algorithm>

namespace rainier::config {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

/// The beginning of a text, up to so many bytes, without cutting a character.
std::string shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  while (longest > 0 && continues_character(text[longest])) --longest;
  return std::string(text.substr(0, longest)) + "...";
}

std::string line_for(const Place& place, const std::string& path, const std::string& message) {
  std::string line = shortened(place.file, 400);
  if (place.line > 0) line += ":" + std::to_string(place.line);
  if (!line.empty()) line += ": ";
  if (!path.empty()) line += shortened(path, 200) + ": ";
  line += message;
  std::replace_if(line.begin(), line.end(), is_control, '?');
  return line;
}

}  // namespace

Error::Error(const Place& at, const std::string& parameter, const std::string& message)
    : std::runtime_error(line_for(at, parameter, message)), place(at), path(parameter) {}

std::string in_quotes(std::string_view text) { return '"' + shortened(text, 60) + '"'; }

}  // namespace rainier::config
