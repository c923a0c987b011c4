#include "sim/config/leaf_text.hpp"

#include <algorithm>

#include "sim/config/nearest.hpp"

namespace rainier::config {

namespace {

bool is_signed(const LeafEntry& leaf) { return std::holds_alternative<std::int64_t>(*leaf.access.lowest); }

/// A whole number of something in the signedness of the parameter.
Scalar in_sign_of(const LeafEntry& leaf, std::uint64_t value) {
  if (!is_signed(leaf)) return value;
  if (value > static_cast<std::uint64_t>(std::get<std::int64_t>(*leaf.access.highest)))
    throw BadQuantity("too large");
  return static_cast<std::int64_t>(value);
}

std::uint64_t magnitude(const Scalar& value) {
  if (const auto* u = std::get_if<std::uint64_t>(&value)) return *u;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, std::get<std::int64_t>(value)));
}

Scalar parse_choice(const LeafEntry& leaf, std::string_view text) {
  std::vector<std::string> names;
  for (const Choice& choice : leaf.choices) {
    if (choice.name == text) return choice.number;
    names.push_back(choice.name);
  }
  throw BadQuantity("", nearest(text, names));
}

std::string choice_name(const LeafEntry& leaf, std::int64_t number) {
  for (const Choice& choice : leaf.choices)
    if (choice.number == number) return choice.name;
  return "?";
}

}  // namespace

Scalar parse_scalar(const LeafEntry& leaf, std::string_view text) {
  switch (leaf.kind) {
    case Kind::integer:
      // A minus sign is read in any case, so that the error is about the range.
      if (is_signed(leaf) || text.starts_with('-')) {
        const std::int64_t value = parse_signed(text);
        if (value >= 0 && !is_signed(leaf)) return static_cast<std::uint64_t>(value);
        if (!is_signed(leaf)) throw BadQuantity("negative");
        return value;
      }
      return parse_unsigned(text);
    case Kind::number:
      return parse_number(text);
    case Kind::boolean:
      return parse_boolean(text);
    case Kind::text:
      return std::string(text);
    case Kind::time:
      return parse_time(text);
    case Kind::bytes:
      return in_sign_of(leaf, parse_bytes(text));
    case Kind::ratio:
      return parse_ratio(text);
    case Kind::power:
      return parse_watts(text);
    case Kind::energy:
      return parse_joules(text);
    case Kind::transfer_rate:
      return in_sign_of(leaf, parse_transfer_rate(text));
    case Kind::frequency:
      return in_sign_of(leaf, parse_hertz(text));
    case Kind::temperature:
      return parse_celsius(text);
    case Kind::choice:
      return parse_choice(leaf, text);
  }
  return {};
}

std::string format_scalar(const LeafEntry& leaf, const Scalar& value) {
  switch (leaf.kind) {
    case Kind::integer:
      return std::holds_alternative<std::uint64_t>(value) ? std::to_string(std::get<std::uint64_t>(value))
                                                          : std::to_string(std::get<std::int64_t>(value));
    case Kind::ratio:
    case Kind::number:
      return format_number(std::get<double>(value));
    case Kind::boolean:
      return std::get<bool>(value) ? "true" : "false";
    case Kind::text:
      return std::get<std::string>(value);
    case Kind::time:
      return format_time(std::get<Time>(value));
    case Kind::bytes:
      return format_bytes(magnitude(value));
    case Kind::power:
      return format_watts(std::get<double>(value));
    case Kind::energy:
      return format_joules(std::get<double>(value));
    case Kind::transfer_rate:
      return format_transfer_rate(magnitude(value));
    case Kind::frequency:
      return format_hertz(magnitude(value));
    case Kind::temperature:
      return format_celsius(std::get<double>(value));
    case Kind::choice:
      return choice_name(leaf, std::get<std::int64_t>(value));
  }
  return "";
}

}  // namespace rainier::config
