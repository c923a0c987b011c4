#include "sim/config/leaf_text.hpp"

namespace rainier::config {

namespace {

std::string listed(const std::vector<Choice>& choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i)
    text += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + choices[i].name;
  return text;
}

std::string_view noun(Kind kind) {
  switch (kind) {
    case Kind::integer:
      return "a whole number";
    case Kind::number:
      return "a number";
    case Kind::boolean:
      return "true or false";
    case Kind::text:
      return "text";
    case Kind::time:
      return "a time";
    case Kind::bytes:
      return "a number of bytes";
    case Kind::ratio:
      return "a ratio";
    case Kind::power:
      return "a power";
    case Kind::energy:
      return "an energy";
    case Kind::transfer_rate:
      return "a transfer rate";
    case Kind::frequency:
      return "a frequency";
    case Kind::temperature:
      return "a temperature";
    case Kind::choice:
      return "a choice";
  }
  return "";
}

}  // namespace

std::string_view kind_name(Kind kind) {
  constexpr std::string_view names[] = {"integer",   "number",      "boolean", "text",   "time",
                                        "bytes",     "ratio",       "power",   "energy", "transfer rate",
                                        "frequency", "temperature", "choice"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view kind_units(Kind kind) {
  switch (kind) {
    case Kind::time:
      return time_units;
    case Kind::bytes:
      return byte_units;
    case Kind::power:
      return watt_units;
    case Kind::energy:
      return joule_units;
    case Kind::transfer_rate:
      return transfer_rate_units;
    case Kind::frequency:
      return hertz_units;
    case Kind::temperature:
      return celsius_units;
    default:
      return "";
  }
}

std::string type_text(const LeafEntry& leaf) {
  const std::string name(kind_name(leaf.kind));
  switch (leaf.access.shape) {
    case Shape::one:
      return name;
    case Shape::optional:
      return name + " or null";
    case Shape::many:
      return "list of " + name;
  }
  return name;
}

std::string expectation(const LeafEntry& leaf) {
  if (leaf.kind == Kind::choice) return listed(leaf.choices);
  std::string text(noun(leaf.kind));
  std::string range = range_text(leaf);
  if (range.empty() && leaf.kind == Kind::integer)
    range = "from " + format_scalar(leaf, *leaf.access.lowest) + " to " +
            format_scalar(leaf, *leaf.access.highest);
  if (range.empty()) return text;
  const bool bare = range.starts_with("at ") || range.starts_with("a ");
  return text + (range.starts_with("a ") ? ", " : bare ? " of " : " ") + range;
}

}  // namespace rainier::config
