#pragma once

#include <cstdint>
#include <string_view>

#include "sim/kernel/time.hpp"

namespace rainier::fio {

/// What a `k` means: kb_base. The names of the prefixes are swapped against the standard in the default mode.
enum class KbBase : std::uint16_t { decimal = 1000, binary = 1024 };

/// Numbers as fio 3.33 reads them. All throw ValueError saying what was expected; unlike fio, a tail that fio
/// would drop in silence (`1.5g`, `4x`, `1m30s`) is an error.

/// A whole number, decimal or 0x hexadecimal, with an optional suffix of any case: k m g t p, the same with
/// b, or with ib, and b alone. With kb_base=1024 `4k` is 4096 and `4kib` 4000, with kb_base=1000 the inverse.
/// `4ki` is `4k`: fio's manual says `4kib`, but its program has never read it so.
std::uint64_t read_number(std::string_view text, KbBase kb_base);

/// A number above 0.
std::uint64_t read_positive(std::string_view text, KbBase kb_base);

/// A time: d h m s ms us (also msec, usec), of any case; a bare number counts `bare` units.
Time read_time(std::string_view text, Time bare);

/// A decimal fraction, `.` as point, no suffix.
double read_fraction(std::string_view text);

/// 0 to 100, without a `%`.
std::uint32_t read_percent(std::string_view text);

/// `0` or `1`.
bool read_bool(std::string_view text);

}  // namespace rainier::fio
