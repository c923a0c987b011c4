#include "models/host/trace/formats/volumes.hpp"

#include <algorithm>

namespace rainier::trace {

std::uint32_t Volumes::add(std::string_view name) {
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  shown_.push_back(shown(name));
  numbers_.emplace(std::string(name), number);
  return number;
}

std::string Volumes::shown(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), ',', '_');
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

}  // namespace rainier::trace
