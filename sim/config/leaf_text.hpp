#pragma once

#include <string>
#include <string_view>

#include "sim/config/entry.hpp"
#include "sim/config/quantity.hpp"

/// What one parameter's values look like as text, and which it allows.
namespace rainier::config {

/// Reads one value; throws BadQuantity. The range is not checked here.
Scalar parse_scalar(const LeafEntry& leaf, std::string_view text);

/// Reads back as the same value.
std::string format_scalar(const LeafEntry& leaf, const Scalar& value);

/// All values of a parameter as a user would write them: `[a, b]` for a list, `null` for an absent optional.
std::string values_text(const LeafEntry& leaf, const std::vector<Scalar>& values);

/// A text as a YAML or JSON string.
std::string in_double_quotes(std::string_view text);

/// Within the described range and the type's own limits.
bool allows(const LeafEntry& leaf, const Scalar& value);
bool allows_all(const LeafEntry& leaf, const std::vector<Scalar>& values);

/// As values_text; `required` if there is no default.
std::string default_text(const LeafEntry& leaf);

std::string_view kind_name(Kind kind);
std::string_view kind_units(Kind kind);  ///< empty where there are none

/// `integer`, `time or null`, `list of bytes`.
std::string type_text(const LeafEntry& leaf);

/// `from 1 to 256`, `at least 0s`, `a multiple of 512B`; empty if anything goes.
std::string range_text(const LeafEntry& leaf);

/// What an error says was expected: `a whole number from 1 to 256`.
std::string expectation(const LeafEntry& leaf);

/// The bounds in the parameter's own type, so that they compare without conversion. Throws std::logic_error
/// if they can't bound such a parameter: the author's mistake.
Range in_type_of(const LeafEntry& leaf, const Range& range);

}  // namespace rainier::config
