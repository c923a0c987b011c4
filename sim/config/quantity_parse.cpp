#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "sim/config/decimal.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/quantity.hpp"
#include "sim/config/quantity_units.hpp"

namespace rainier::config {

namespace {

NumberAndRest number_first(std::string_view text) {
  const auto read = read_decimal(text);
  if (!read) throw BadQuantity("not a number");
  return *read;
}

/// The unit written; letter case matters, but a unit that differs in nothing else is suggested.
template <class Unit>
const Unit& unit_of(std::string_view text, std::string_view written, std::span<const Unit> units) {
  if (written.empty()) throw BadQuantity("without a unit");
  std::optional<std::string> suggestion;
  for (const Unit& unit : units) {
    if (unit.name == written) return unit;
    if (!suggestion && edit_distance(unit.name, written) == 0)
      suggestion = std::string(text.substr(0, text.find(written))) + std::string(unit.name);
  }
  throw BadQuantity("with an unknown unit", suggestion);
}

Whole whole_quantity(std::string_view text, std::span<const WholeUnit> units) {
  const auto [number, rest] = number_first(text);
  const WholeUnit& unit = unit_of(text, rest, units);
  if (number.digits.size() > 20) throw BadQuantity("more than 20 digits");
  const auto whole = times(number, unit.factor);
  if (!whole) throw BadQuantity("too large");
  return *whole;
}

std::uint64_t count(std::string_view text, std::span<const WholeUnit> units, const char* of_what) {
  const Whole whole = whole_quantity(text, units);
  if (!whole.exact) throw BadQuantity(std::string("not a whole number of ") + of_what);
  if (whole.negative && whole.magnitude != 0) throw BadQuantity("negative");
  return whole.magnitude;
}

double real(const Decimal& number, int shift) {
  const auto value = shifted(number, shift);
  if (!value) throw BadQuantity("beyond what a double can hold");
  return *value;
}

double real_quantity(std::string_view text, std::span<const TenUnit> units) {
  const auto [number, rest] = number_first(text);
  return real(number, unit_of(text, rest, units).exponent);
}

double fraction(const Decimal& numerator, std::string_view denominator_text) {
  const auto [denominator, rest] = number_first(denominator_text);
  if (!rest.empty()) throw BadQuantity("not a fraction");
  if (denominator.digits.empty()) throw BadQuantity("divided by zero");
  const double value = real(numerator, 0) / real(denominator, 0);
  if (!(std::abs(value) <= std::numeric_limits<double>::max()))
    throw BadQuantity("beyond what a double can hold");
  return value;
}

/// Digits and nothing else, so that neither an octal nor a rounded number slips in.
Whole plain_digits(std::string_view text) {
  std::string_view digits = text;
  const bool negative = !digits.empty() && digits.front() == '-';
  if (negative) digits.remove_prefix(1);
  const bool plain = !digits.empty() &&
                     std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) throw BadQuantity("not a whole number in plain digits");
  if (digits.size() > 1 && digits.front() == '0') throw BadQuantity("with a leading zero");
  std::uint64_t magnitude = 0;
  for (char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (magnitude > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) throw BadQuantity("too large");
    magnitude = magnitude * 10 + digit;
  }
  return {negative && magnitude != 0, magnitude, true};
}

std::int64_t with_sign(const Whole& whole) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (whole.magnitude > most + (whole.negative ? 1 : 0)) throw BadQuantity("too large");
  return static_cast<std::int64_t>(whole.negative ? ~whole.magnitude + 1 : whole.magnitude);
}

}  // namespace

Time parse_time(std::string_view text) { return Time(with_sign(whole_quantity(text, times_ps))); }
std::uint64_t parse_bytes(std::string_view text) { return count(text, byte_sizes, "bytes"); }
std::uint64_t parse_transfer_rate(std::string_view text) { return count(text, transfer_rates, "transfers"); }
std::uint64_t parse_hertz(std::string_view text) { return count(text, frequencies, "hertz"); }
double parse_watts(std::string_view text) { return real_quantity(text, powers); }
double parse_joules(std::string_view text) { return real_quantity(text, energies); }
double parse_celsius(std::string_view text) { return real_quantity(text, temperatures); }

double parse_ratio(std::string_view text) {
  const auto [number, rest] = number_first(text);
  if (rest.empty()) return real(number, 0);
  if (rest == "%") return real(number, -2);
  if (rest.front() == '/') return fraction(number, rest.substr(1));
  throw BadQuantity("with an unknown unit");
}

double parse_number(std::string_view text) {
  const auto [number, rest] = number_first(text);
  if (!rest.empty()) throw BadQuantity("not a plain number");
  return real(number, 0);
}

std::uint64_t parse_unsigned(std::string_view text) {
  const Whole whole = plain_digits(text);
  if (whole.negative) throw BadQuantity("negative");
  return whole.magnitude;
}

std::int64_t parse_signed(std::string_view text) { return with_sign(plain_digits(text)); }

bool parse_boolean(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  constexpr std::string_view affirmative[] = {"yes", "on", "1", "y", "enabled", "True", "TRUE"};
  constexpr std::string_view negative[] = {"no", "off", "0", "n", "disabled", "False", "FALSE"};
  if (std::ranges::find(affirmative, text) != std::end(affirmative))
    throw BadQuantity("not a boolean", "true");
  if (std::ranges::find(negative, text) != std::end(negative)) throw BadQuantity("not a boolean", "false");
  throw BadQuantity("not a boolean");
}

}  // namespace rainier::config
