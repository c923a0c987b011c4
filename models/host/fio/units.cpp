#include "models/host/fio/units.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {

namespace {

__extension__ using Wide = unsigned __int128;

struct Digits {
  std::uint64_t value;
  std::string suffix;  ///< in lower case
};

/// The leading digits and the rest; throws if there are no digits or too many.
Digits digits(std::string_view text, std::string_view expected) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  std::string_view body = text;
  if (hex) body.remove_prefix(2);
  if (!hex && body.starts_with('+')) body.remove_prefix(1);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value, hex ? 16 : 10);
  if (error == std::errc::result_out_of_range) throw ValueError(fmt::format("\"{}\" is too large", text));
  if (error != std::errc()) throw ValueError(fmt::format("expected {}, not \"{}\"", expected, text));
  std::string suffix = lower(std::string_view(end, body.data() + body.size()));
  if (hex && !suffix.empty()) throw ValueError(fmt::format("\"{}\": a hexadecimal number has no unit", text));
  return {value, std::move(suffix)};
}

std::uint64_t product(std::uint64_t value, std::uint64_t unit, std::uint64_t most, std::string_view text) {
  const Wide result = Wide{value} * unit;
  if (result > most) throw ValueError(fmt::format("\"{}\" is too large", text));
  return static_cast<std::uint64_t>(result);
}

/// Bytes of a suffix, 0 if fio knows none of that name.
std::uint64_t bytes_of(std::string_view suffix, KbBase kb_base) {
  if (suffix.empty() || suffix == "b") return 1;
  const auto power = std::string_view("kmgtp").find(suffix.front());
  if (power == std::string_view::npos) return 0;
  const std::string_view rest = suffix.substr(1);
  if (rest != "" && rest != "b" && rest != "i" && rest != "ib") return 0;
  const bool inverted = rest == "ib";
  const std::uint64_t base = (kb_base == KbBase::binary) != inverted ? 1024 : 1000;
  std::uint64_t bytes = 1;
  for (std::size_t i = 0; i <= power; ++i) bytes *= base;
  return bytes;
}

std::uint64_t microseconds_of(std::string_view suffix) {
  if (suffix == "us" || suffix == "usec") return 1;
  if (suffix == "ms" || suffix == "msec") return 1'000;
  if (suffix == "s") return 1'000'000;
  if (suffix == "m") return 60'000'000;
  if (suffix == "h") return 3'600'000'000;
  if (suffix == "d") return 86'400'000'000;
  return 0;
}

}  // namespace

std::uint64_t read_number(std::string_view text, KbBase kb_base) {
  constexpr std::string_view expected = "a whole number such as 4096, 4k or 1g";
  const auto [value, suffix] = digits(text, expected);
  const std::uint64_t unit = bytes_of(suffix, kb_base);
  if (unit == 0) throw ValueError(fmt::format("expected {}, not \"{}\"", expected, text));
  return product(value, unit, std::numeric_limits<std::uint64_t>::max(), text);
}

std::uint64_t read_positive(std::string_view text, KbBase kb_base) {
  const std::uint64_t value = read_number(text, kb_base);
  if (value == 0) throw ValueError("expected more than 0");
  return value;
}

Time read_time(std::string_view text, Time bare) {
  constexpr std::string_view expected = "a time such as 30, 30s, 5m, 100ms or 20us";
  const auto [value, suffix] = digits(text, expected);
  constexpr std::int64_t us = 1'000'000;
  const std::uint64_t unit =
      suffix.empty() ? static_cast<std::uint64_t>(bare.ps() / us) : microseconds_of(suffix);
  if (unit == 0) throw ValueError(fmt::format("expected {}, not \"{}\"", expected, text));
  const std::uint64_t most = static_cast<std::uint64_t>(Time::max().ps() / us);
  return Time(static_cast<std::int64_t>(product(value, unit, most, text)) * us);
}

double read_fraction(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    throw ValueError(fmt::format("expected a number, not \"{}\"", text));
  }
  return value;
}

std::uint32_t read_percent(std::string_view text) {
  const std::uint64_t value = read_number(text, KbBase::binary);
  if (value > 100) throw ValueError(fmt::format("expected 0 to 100 percent, not {}", text));
  return static_cast<std::uint32_t>(value);
}

bool read_bool(std::string_view text) {
  if (text == "1") return true;
  if (text == "0") return false;
  throw ValueError(fmt::format("expected 0 or 1, not \"{}\"", text));
}

}  // namespace rainier::fio
