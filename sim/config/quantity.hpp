#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/kernel/time.hpp"

/// Numbers with units as users write them: `25us`, `25 us`, `64MiB`, `166MT/s`, `7%`, `1/16`. A unit that is
/// missing, unknown or of another quantity is an error; so is a value that the type can't hold. Nothing that
/// ends as an integer passes through a double.
namespace rainier::config {

/// Why a text is not the quantity: a clause such as `without a unit`, to follow what was got.
class BadQuantity : public std::runtime_error {
 public:
  explicit BadQuantity(const std::string& why, std::optional<std::string> meant = {})
      : std::runtime_error(why), suggestion(std::move(meant)) {}
  std::optional<std::string> suggestion;
};

Time parse_time(std::string_view text);                    ///< rounded to the nearest picosecond
std::uint64_t parse_bytes(std::string_view text);          ///< K, M, G, T with i are binary, without decimal
std::uint64_t parse_transfer_rate(std::string_view text);  ///< transfers per second
std::uint64_t parse_hertz(std::string_view text);
double parse_ratio(std::string_view text);
double parse_watts(std::string_view text);
double parse_joules(std::string_view text);
double parse_celsius(std::string_view text);
double parse_number(std::string_view text);           ///< a plain number; never NaN or infinity
std::uint64_t parse_unsigned(std::string_view text);  ///< digits only
std::int64_t parse_signed(std::string_view text);     ///< digits only, with an optional sign
bool parse_boolean(std::string_view text);            ///< true or false

/// Each reads back as exactly the same value.
std::string format_time(Time time);
std::string format_bytes(std::uint64_t bytes);
std::string format_transfer_rate(std::uint64_t per_second);
std::string format_hertz(std::uint64_t hertz);
std::string format_watts(double watts);
std::string format_joules(double joules);
std::string format_celsius(double celsius);
std::string format_number(double value);

/// The units of a quantity, as an error or the documentation lists them.
inline constexpr std::string_view time_units = "ps, ns, us, ms, s, min or h";
inline constexpr std::string_view byte_units = "B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB or PiB";
inline constexpr std::string_view transfer_rate_units = "T/s, kT/s, MT/s or GT/s";
inline constexpr std::string_view hertz_units = "Hz, kHz, MHz or GHz";
inline constexpr std::string_view watt_units = "uW, mW, W or kW";
inline constexpr std::string_view joule_units = "pJ, nJ, uJ, mJ or J";
inline constexpr std::string_view celsius_units = "C";

}  // namespace rainier::config
