#include "tools/rainier/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/config/quantity.hpp"

namespace rainier::tool {
namespace {

using config::Kind;
using config::Source;

bool is_number(const config::Leaf& leaf) {
  return leaf.kind != Kind::boolean && leaf.kind != Kind::text && leaf.kind != Kind::choice;
}

/// Zero is the absence of a mechanism; so is one drive, of a bridge.
bool is_absence(const std::string& path, double value) {
  return value == 0 || (path == "bridge.members" && value == 1);
}

bool is_free(Source source) {
  return source == Source::calibrated || source == Source::inferred || source == Source::unstated ||
         source == Source::built_in;
}

double magnitude(const std::string& text) {
  try {
    return std::stod(text);
  } catch (const std::exception&) {
    return 0;
  }
}

std::string moved_value(Kind kind, const std::string& text, double factor) {
  switch (kind) {
    case Kind::integer: {
      const double value = std::stod(text), step = std::max(1.0, std::round(std::abs(value * (factor - 1))));
      return fmt::format("{:.0f}", factor > 1 ? value + step : value - step);
    }
    case Kind::bytes: {  // in whole sectors where it is one or more
      const double value = static_cast<double>(config::parse_bytes(text)), grain = value >= 5120 ? 512 : 1;
      return fmt::format("{:.0f}B", std::round(value * factor / grain) * grain);
    }
    case Kind::time:
      return fmt::format("{:.0f}ps", std::round(static_cast<double>(config::parse_time(text).ps()) * factor));
    case Kind::transfer_rate:
      return fmt::format("{:.0f}T/s",
                         std::round(static_cast<double>(config::parse_transfer_rate(text)) * factor));
    default:
      break;
  }
  const std::size_t unit = text.find_first_not_of("+-.0123456789");
  const bool exponent = unit != std::string::npos && (text[unit] == 'e' || text[unit] == 'E');
  const std::size_t end = exponent ? text.find_first_not_of("+-.0123456789", unit + 1) : unit;
  return fmt::format("{:.9g}{}", std::stod(text.substr(0, end)) * factor,
                     end == std::string::npos ? "" : text.substr(end));
}

}  // namespace

void add_calibrated(std::set<std::string>& figures, const std::vector<config::Leaf>& leaves) {
  for (const config::Leaf& leaf : leaves)
    figures.insert(leaf.provenance.on.begin(), leaf.provenance.on.end());
}

std::vector<Constant> constants_of(const std::vector<config::Leaf>& leaves, const std::string& owner,
                                   const std::string& prefix) {
  std::vector<Constant> all;
  for (const config::Leaf& leaf : leaves) {
    if (!is_number(leaf) || !leaf.idle.empty() || !is_free(leaf.provenance.source)) continue;
    const std::vector<std::string> values =
        leaf.values.empty() ? std::vector<std::string>{leaf.value} : leaf.values;
    for (const std::string& value : values)
      if (!is_absence(leaf.path, magnitude(value)))
        all.push_back({prefix + leaf.path, value, owner, leaf.provenance.source == Source::calibrated,
                       leaf.provenance.on, leaf.provenance.note});
  }
  return all;
}

void add_constants(std::vector<Constant>& to, const std::vector<Constant>& from) {
  for (const Constant& constant : from)
    if (std::none_of(to.begin(), to.end(), [&](const Constant& there) {
          return there.path == constant.path && there.value == constant.value;
        }))
      to.push_back(constant);
}

std::string moved(const config::Leaf& leaf, double factor) {
  if (leaf.values.size() <= 1) return moved_value(leaf.kind, leaf.value, factor);
  std::string text;
  for (const std::string& value : leaf.values)
    text += (text.empty() ? "[" : ", ") + moved_value(leaf.kind, value, factor);
  return text + "]";
}

}  // namespace rainier::tool
