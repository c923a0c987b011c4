#include "sim/config/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace rainier::config {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t most_digits =
    20;  // those of the largest 64-bit number; times any unit they fit 128 bits
constexpr int largest_exponent = 100'000;  // far beyond a double's; bounds the arithmetic
constexpr Wide widest = ~Wide{0};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The exponent's own digits; the text is left alone unless they are there.
int read_exponent(std::string_view& text) {
  std::string_view t = text;
  if (t.empty() || (t.front() != 'e' && t.front() != 'E')) return 0;
  t.remove_prefix(1);
  bool negative = false;
  if (!t.empty() && (t.front() == '-' || t.front() == '+')) {
    negative = t.front() == '-';
    t.remove_prefix(1);
  }
  if (t.empty() || !is_digit(t.front())) return 0;
  int exponent = 0;
  for (; !t.empty() && is_digit(t.front()); t.remove_prefix(1))
    exponent = std::min(exponent * 10 + (t.front() - '0'), largest_exponent);
  text = t;
  return negative ? -exponent : exponent;
}

void normalise(Decimal& d) {
  d.digits.erase(0, std::min(d.digits.find_first_not_of('0'), d.digits.size()));
  while (!d.digits.empty() && d.digits.back() == '0') {
    d.digits.pop_back();
    ++d.exponent;
  }
  if (d.digits.empty()) d = {};
}

}  // namespace

std::optional<NumberAndRest> read_decimal(std::string_view text) {
  text = trimmed(text);
  Decimal d;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    d.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  bool point = false;
  while (!text.empty() && (is_digit(text.front()) || (text.front() == '.' && !point))) {
    if (text.front() == '.') {
      point = true;
    } else {
      d.digits += text.front();
      d.exponent -= point ? 1 : 0;
    }
    text.remove_prefix(1);
  }
  if (d.digits.empty()) return std::nullopt;
  d.exponent += read_exponent(text);
  normalise(d);
  return NumberAndRest{d, trimmed(text)};
}

std::optional<Whole> times(const Decimal& number, std::uint64_t factor) {
  if (number.digits.size() > most_digits) return std::nullopt;
  Wide value = 0;
  for (char c : number.digits) value = value * 10 + static_cast<Wide>(c - '0');
  value *= factor;  // 64 bits by 64 bits

  for (int e = number.exponent; e > 0 && value != 0; --e) {
    if (value > widest / 10) return std::nullopt;
    value *= 10;
  }
  bool exact = true;
  if (number.exponent < 0 && value != 0) {
    Wide divisor = 1;
    for (int e = number.exponent; e < 0 && divisor <= widest / 20; ++e) divisor *= 10;
    const Wide rest = value % divisor;
    exact = rest == 0;
    value = value / divisor + (rest * 2 >= divisor ? 1 : 0);
  }
  if (value > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
  return Whole{number.negative, static_cast<std::uint64_t>(value), exact};
}

std::optional<double> shifted(const Decimal& number, int shift) {
  if (number.digits.empty()) return 0.0;
  const std::string text =
      (number.negative ? "-" : "") + number.digits + "e" + std::to_string(number.exponent + shift);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Decimal shortest(double value) {
  std::array<char, 64> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  return read_decimal({buffer.data(), static_cast<std::size_t>(end - buffer.data())})->number;
}

std::string to_text(const Decimal& number) {
  constexpr int longest = 21;  // characters
  if (number.digits.empty()) return "0";
  const int count = static_cast<int>(number.digits.size());
  const int point = count + number.exponent;  // digits before the decimal point
  std::string text = number.negative ? "-" : "";
  if (number.exponent >= 0 && point <= longest)
    return text + number.digits + std::string(number.exponent, '0');
  if (point > 0 && point < count)
    return text + number.digits.substr(0, point) + "." + number.digits.substr(point);
  if (point <= 0 && count - point <= longest) return text + "0." + std::string(-point, '0') + number.digits;
  text += number.digits.substr(0, 1);
  if (count > 1) text += "." + number.digits.substr(1);
  return text + "e" + std::to_string(point - 1);
}

}  // namespace rainier::config
