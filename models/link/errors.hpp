#pragma once

#include <cstdint>

#include "sim/kernel/time.hpp"
#include "sim/random/philox.hpp"

namespace rainier {
class Archive;
namespace config {
class Schema;
}
}  // namespace rainier

namespace rainier::link {

/// How bits go wrong on the wire, and what making them good takes.
struct ErrorParams {
  double bit_error_rate = 0;  ///< of the wire, line coding included
  Time replay_time{280'000};  ///< from the end of a bad frame to its replay, the way there and back aside
  Time recovery_time{100'000'000};  ///< of SATA and SAS, from an error to what is sent again because of it
};

void describe(config::Schema& schema, ErrorParams& params);

/// What went wrong since the drive was made.
struct ErrorCounters {
  std::uint64_t bad_frames = 0;      ///< TLPs and FISes that arrived with a wrong CRC
  std::uint64_t replayed_bytes = 0;  ///< that were on the wire once more
  std::uint64_t lost_frames = 0;     ///< Data FISes, which nobody sends again but with their command
  Time wire_time;                    ///< that bad frames and their replays took
};

/// Draws which frames go bad: each bit by itself, so that only the distance to the next bad one is drawn.
class Errors {
 public:
  /// @param bits_per_byte  on the wire, with line coding
  Errors(const ErrorParams& params, double bits_per_byte, Philox random)
      : params_(params), bits_per_byte_(bits_per_byte), random_(random), ahead_(draw()) {}

  const ErrorParams& params() const { return params_; }
  const ErrorCounters& counters() const { return counters_; }
  /// The next frame with data goes bad.
  void fail_next() { ++asked_for_; }

  enum class Carries : std::uint8_t { data, nothing };
  /// Of `count` frames of so many bytes, sent one after the other, the first that goes bad; `count`: none.
  /// Frames after it have not been looked at.
  std::uint64_t first_bad(std::uint64_t count, std::uint64_t bytes, Carries what = Carries::data);

  void replayed(std::uint64_t bytes, Time time) {
    counters_.replayed_bytes += bytes;
    counters_.wire_time += time;
  }
  void lost() { ++counters_.lost_frames; }
  /// What was counted.
  void archive(Archive& archive);

 private:
  double draw();

  ErrorParams params_;
  double bits_per_byte_;
  Philox random_;
  double ahead_;  ///< bits until the next bad one
  std::uint64_t asked_for_ = 0;
  ErrorCounters counters_;
};

}  // namespace rainier::link
