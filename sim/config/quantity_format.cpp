#include <span>

#include "sim/config/decimal.hpp"
#include "sim/config/quantity.hpp"
#include "sim/config/quantity_units.hpp"

namespace rainier::config {

namespace {

/// value / 10^shift, in full.
std::string divided_by_ten(std::uint64_t magnitude, bool negative, int shift) {
  Decimal d = read_decimal(std::to_string(magnitude))->number;
  d.negative = negative;
  d.exponent -= shift;
  return to_text(d);
}

/// In the largest unit that is not above the value; the units are a thousand apart.
std::string in_thousands(std::uint64_t magnitude, bool negative, std::span<const WholeUnit> units) {
  std::size_t i = 0;
  while (i + 1 < units.size() && units[i + 1].factor <= magnitude) ++i;
  return divided_by_ten(magnitude, negative, 3 * static_cast<int>(i)).append(units[i].name);
}

std::string in_tens(double value, std::span<const TenUnit> units, std::string_view plain) {
  Decimal d = shortest(value);
  if (d.digits.empty()) return "0" + std::string(plain);
  const int leading = static_cast<int>(d.digits.size()) + d.exponent - 1;
  std::size_t i = 0;
  while (i + 1 < units.size() && units[i + 1].exponent <= leading) ++i;
  d.exponent -= units[i].exponent;
  return to_text(d).append(units[i].name);
}

}  // namespace

std::string format_time(Time time) {
  if (time == Time()) return "0s";
  const bool negative = time.ps() < 0;
  const auto bits = static_cast<std::uint64_t>(time.ps());
  return in_thousands(negative ? ~bits + 1 : bits, negative, std::span(times_ps).first(decimal_times));
}

std::string format_bytes(std::uint64_t bytes) {
  std::string best = std::to_string(bytes) + "B";
  for (const WholeUnit& unit : byte_sizes) {
    if (bytes == 0 || bytes % unit.factor != 0) continue;
    std::string text = std::to_string(bytes / unit.factor).append(unit.name);
    const bool binary = unit.name.size() == 3;
    const std::size_t digits = text.size() - unit.name.size(),
                      best_digits = best.find_first_not_of("0123456789");
    if (digits < best_digits || (digits == best_digits && binary)) best = std::move(text);
  }
  return best;
}

std::string format_transfer_rate(std::uint64_t per_second) {
  return in_thousands(per_second, false, transfer_rates);
}
std::string format_hertz(std::uint64_t hertz) { return in_thousands(hertz, false, frequencies); }
std::string format_watts(double watts) { return in_tens(watts, powers, "W"); }
std::string format_joules(double joules) { return in_tens(joules, energies, "J"); }
std::string format_celsius(double celsius) { return in_tens(celsius, temperatures, "C"); }
std::string format_number(double value) { return to_text(shortest(value)); }

}  // namespace rainier::config
