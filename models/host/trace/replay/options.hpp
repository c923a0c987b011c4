#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "models/host/trace/formats/reader.hpp"

namespace rainier::trace {

/// What is done with a trace of several volumes when none was chosen.
enum class Merge : std::uint8_t {
  ask,      ///< an error that names both
  overlay,  ///< all begin at address 0 of the drive
  stack     ///< one behind the other, each as long as the trace uses it
};
/// What is done with requests that come out of order by more than the window.
enum class Late : std::uint8_t {
  error,
  clamp,  ///< it goes at the time of the one before it
  keep    ///< nothing: where times don't count, the trace's order does
};
/// What is done with the requests of one step of the clock, where its steps are long.
enum class Spread : std::uint8_t {
  ask,     ///< an error where steps are 1 ms or more
  none,    ///< all at its beginning
  even,    ///< at equal distances, in their order
  uniform  ///< at random moments, in their order
};
enum class PastEnd : std::uint8_t {
  error,
  wrap,  ///< modulo the drive's capacity; what would straddle the end is moved back to fit
  scale  ///< regions of 1 MiB are moved so that the trace's extent becomes the drive's; never stretched
};
enum class Unaligned : std::uint8_t { error, expand, drop };
enum class Empty : std::uint8_t { error, drop, sector };

/// How the requests of a trace become those of a stream.
struct StreamOptions {
  ReadOptions read;
  std::vector<std::string> volumes;  ///< names of those that are wanted; none: all
  Merge merge = Merge::ask;
  std::size_t window = 16'384;  ///< requests that are held to be put in order
  Late late = Late::error;
  Spread spread = Spread::ask;
  std::uint64_t seed = 1;  ///< of Spread::uniform
};

/// How a stream is played to a drive.
struct ReplayOptions {
  StreamOptions stream;
  PastEnd past_end = PastEnd::error;
  Unaligned unaligned = Unaligned::error;
  Empty empty = Empty::error;
  bool timed = true;  ///< false: as fast as the queue depth allows
  double speed = 1;   ///< above 0: times are divided by it
  std::uint64_t passes = 1;
  double drive_writes = 0;  ///< above 0: passes until the capacity has been written this often
  std::uint64_t requests = std::numeric_limits<std::uint64_t>::max();  ///< ends after so many
};

}  // namespace rainier::trace
