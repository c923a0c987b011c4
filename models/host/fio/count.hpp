#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/units.hpp"

namespace rainier::fio {

/// A count that fits into 32 bits.
inline std::uint32_t read_count(std::string_view text, KbBase kb_base) {
  const std::uint64_t value = read_number(text, kb_base);
  if (value > std::numeric_limits<std::uint32_t>::max()) throw ValueError("expected less than 2^32");
  return static_cast<std::uint32_t>(value);
}

/// The same, and at least 1.
inline std::uint32_t read_positive_count(std::string_view text, KbBase kb_base) {
  const std::uint32_t value = read_count(text, kb_base);
  if (value == 0) throw ValueError("expected at least 1");
  return value;
}

}  // namespace rainier::fio
