#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rainier::config {

/// A decimal number as written: digits times ten to the exponent. Nothing is rounded until a caller asks.
struct Decimal {
  bool negative = false;
  std::string digits;  ///< without leading zeros; empty is zero
  int exponent = 0;
};

struct NumberAndRest {
  Decimal number;
  std::string_view rest;  ///< what follows the number, without blanks around it
};

/// Reads `25`, `-2.5`, `.5` or `1.5e-3` from the beginning; none if no number stands there.
std::optional<NumberAndRest> read_decimal(std::string_view text);

struct Whole {
  bool negative = false;
  std::uint64_t magnitude = 0;
  bool exact = true;  ///< otherwise rounded to the nearest, halves away from zero
};

/// number times factor as an integer; none if it needs more than 64 bits or more than 20 digits were written.
std::optional<Whole> times(const Decimal& number, std::uint64_t factor);

/// number times ten to the shift, correctly rounded; none if a double can't hold it.
std::optional<double> shifted(const Decimal& number, int shift);

/// The shortest decimal that reads back as this double, which is finite.
Decimal shortest(double value);

/// Without an exponent where that stays short: `0.07`, `1200`, else `1.5e-30`.
std::string to_text(const Decimal& number);

}  // namespace rainier::config
