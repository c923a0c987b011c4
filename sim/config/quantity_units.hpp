#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rainier::config {

/// A unit of a quantity that is kept as an integer: so many of the smallest unit.
struct WholeUnit {
  std::string_view name;
  std::uint64_t factor;
};

/// A unit of a quantity that is kept as a double: a power of ten of the plain unit.
struct TenUnit {
  std::string_view name;
  int exponent;
};

// Ascending; formatting takes the first `decimal_*` of them.
inline constexpr WholeUnit times_ps[] = {
    {"ps", 1},
    {"ns", 1'000},
    {"us", 1'000'000},
    {"ms", 1'000'000'000},
    {"s", 1'000'000'000'000},
    {"min", 60'000'000'000'000},
    {"h", 3'600'000'000'000'000},
};
inline constexpr std::size_t decimal_times = 5;

inline constexpr WholeUnit byte_sizes[] = {
    {"B", 1},
    {"kB", 1'000},
    {"KB", 1'000},
    {"MB", 1'000'000},
    {"GB", 1'000'000'000},
    {"TB", 1'000'000'000'000},
    {"PB", 1'000'000'000'000'000},
    {"KiB", std::uint64_t{1} << 10},
    {"MiB", std::uint64_t{1} << 20},
    {"GiB", std::uint64_t{1} << 30},
    {"TiB", std::uint64_t{1} << 40},
    {"PiB", std::uint64_t{1} << 50},
};

inline constexpr WholeUnit transfer_rates[] = {
    {"T/s", 1}, {"kT/s", 1'000}, {"MT/s", 1'000'000}, {"GT/s", 1'000'000'000}};
inline constexpr WholeUnit frequencies[] = {
    {"Hz", 1}, {"kHz", 1'000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}};

inline constexpr TenUnit powers[] = {{"uW", -6}, {"mW", -3}, {"W", 0}, {"kW", 3}};
inline constexpr TenUnit energies[] = {{"pJ", -12}, {"nJ", -9}, {"uJ", -6}, {"mJ", -3}, {"J", 0}};
inline constexpr TenUnit temperatures[] = {{"C", 0}};

}  // namespace rainier::config
