#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/host/fio/job.hpp"
#include "models/host/trace/formats/outcome.hpp"

namespace rainier::trace {

/// A request as its line says it, in the format's own unit of time.
struct Row {
  std::int64_t ticks = 0;
  std::uint64_t offset = 0, length = 0;  ///< bytes
  std::string_view volume;               ///< within the line
  fio::Op op = fio::Op::read;
};

inline constexpr std::uint64_t sector_bytes = 512;

/// Sectors to bytes; false if 64 bits can't hold them.
inline bool bytes_of(std::uint64_t sectors, std::uint64_t& bytes) {
  return !__builtin_mul_overflow(sectors, sector_bytes, &bytes);
}

/// Units of time, in picoseconds.
inline constexpr std::int64_t tick_ns = 1'000, tick_filetime = 100'000, tick_us = 1'000'000,
                              tick_ms = 1'000'000'000, tick_s = 1'000'000'000'000;

/// Which event of a request in a trace of the block layer stands for it.
enum class BlockEvent : std::uint8_t { issue, queue };

/// What a user may say about how a trace is read.
struct FormatOptions {
  std::optional<std::int64_t> tick;      ///< of the mqsim format, in picoseconds; else ns
  BlockEvent event = BlockEvent::issue;  ///< of blkparse and blktrace
};

}  // namespace rainier::trace
