#include "models/link/errors.hpp"

#include <algorithm>
#include <limits>

#include "sim/archive/archive.hpp"
#include "sim/config/describe.hpp"

namespace rainier::link {

double Errors::draw() {
  return params_.bit_error_rate > 0 ? random_.exponential() / params_.bit_error_rate
                                    : std::numeric_limits<double>::infinity();
}

std::uint64_t Errors::first_bad(std::uint64_t count, std::uint64_t bytes, Carries what) {
  if (count == 0) return 0;
  const double bits = static_cast<double>(bytes) * bits_per_byte_;
  std::uint64_t bad = 0;
  if (asked_for_ > 0 && what == Carries::data) {
    --asked_for_;
  } else if (const double all = bits * static_cast<double>(count); ahead_ >= all) {
    ahead_ -= all;
    return count;
  } else {
    bad = static_cast<std::uint64_t>(ahead_ / bits);
    ahead_ = draw();
  }
  ++counters_.bad_frames;
  return std::min(bad, count - 1);
}

void Errors::archive(Archive& a) { a.value(counters_); }

void describe(config::Schema& s, ErrorParams& p) {
  using namespace literals;
  using config::range;
  s.field("bit_error_rate", p.bit_error_rate, range(0.0, 1e-4),
          "share of the wire's bits that arrive wrong: the standards allow 1e-12; 0: none but those that "
          "faults ask for");
  s.field("replay_time", p.replay_time, range(0_ns, 1_ms),
          "from the end of a frame with a wrong CRC to its replay, the way there and back aside: PCI Express "
          "2.0 allows each end 70 symbols of 2 ns");
  s.field(
      "recovery_time", p.recovery_time, range(0_ns, 10_s),
      "SATA and SAS: from the end of a command with an error until the driver sends again what has to be: of "
      "SAS the command, if its data came with a wrong CRC; of SATA, where an error ends all commands "
      "that are outstanding, from the end of the last of them until it asks for log page 10h and sends them "
      "again");
  s.only_with({"replay_time", "recovery_time"}, p, "bit_error_rate above 0, or faults",
              [](const ErrorParams& errors) { return errors.bit_error_rate > 0; });
}

}  // namespace rainier::link
