#include "models/power/power.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/config/describe.hpp"

namespace rainier::power {

Meter::Meter(const Params& params)
    : idle_watts_(params.idle_watts),
      slot_(params.window / static_cast<std::int64_t>(slots)),
      slot_end_(slot_) {}

double Meter::active_joules() const {
  return static_cast<double>(std::accumulate(spent_.begin(), spent_.end(), std::int64_t{0})) * 1e-12;
}

void Meter::roll(Time now) {
  std::int64_t spent = std::accumulate(spent_.begin(), spent_.end(), std::int64_t{0});
  const Time window = slot_ * static_cast<std::int64_t>(slots);
  while (now >= slot_end_) {
    // A drive can rest for days: then window after window is as the one before.
    if (slots_in_window_ == 0 && spent == spent_before_ && now - slot_end_ > 100 * window) [[unlikely]] {
      const double idle = idle_watts_ * idle_watts_;
      const bool rests = flow_ == 0 && from_others_ == 0 && stream_slots_ == 0 && filled_ == slots &&
                         std::all_of(squares_.begin(), squares_.end(), [&](double s) { return s == idle; });
      while (rests && slot_end_ + window <= now) {
        slot_end_ += window;
        sum_of_rms_ += rms_ * static_cast<double>(slots);
        windows_ += slots;
        peak_rms_ = std::max(peak_rms_, rms_);
        flow_at_ = (flow_at_ + slots) % ahead;
        end_window();
      }
    }
    if (stream_slots_ > 0) [[unlikely]]
      spent += stream_slot();
    const std::int64_t in_slot = spent - spent_before_ + from_others_;
    spent_before_ = spent;
    const double watts = idle_watts_ + static_cast<double>(in_slot) * 1e-12 / slot_.seconds();
    flow_at_ = (flow_at_ + 1) % ahead;
    flow_ -= flow_ends_[flow_at_];
    flow_ends_[flow_at_] = 0;
    from_others_ = flow_;
    sum_squares_ += watts * watts - squares_[at_];
    squares_[at_] = watts * watts;
    at_ = (at_ + 1) % slots;
    if (filled_ < slots) ++filled_;
    rms_ = std::sqrt(std::max(sum_squares_, 0.0) / static_cast<double>(filled_));
    if (filled_ == slots) {
      if (rms_ > peak_rms_) peak_rms_ = rms_;
      sum_of_rms_ += rms_;
      ++windows_;
    }
    slot_end_ += slot_;
    if (++slots_in_window_ == slots) end_window();
  }
}

void Meter::stream(Time now, Time span, const std::array<std::int64_t, uses>& picojoules) {
  roll(now);
  stream_slots_ = std::max<std::int64_t>(span / slot_, 1);
  for (std::size_t use = 0; use < uses; ++use) {
    stream_[use] = picojoules[use] / stream_slots_;
    spent_[use] += picojoules[use] % stream_slots_;
  }
}

std::int64_t Meter::stream_slot() {
  --stream_slots_;
  for (std::size_t use = 0; use < uses; ++use) spent_[use] += stream_[use];
  return std::accumulate(stream_.begin(), stream_.end(), std::int64_t{0});
}

void Meter::end_window() {
  slots_in_window_ = 0;
  if (!window_) return;
  std::array<std::int64_t, uses> spent = spent_;
  for (std::size_t use = 0; use < uses; ++use) spent[use] -= told_[use];
  told_ = spent_;
  window_(slot_end_ - slot_, spent);
}

void Governor::limit(double watts) {
  const double least = own_ ? own_ps_per_picojoule_ : 0;
  ps_per_picojoule_ = watts < 0 ? own_ps_per_picojoule_ : std::max(1 / watts, least);
  enabled_ = own_ || watts >= 0;
}

void describe(config::Schema& s, Params& p) {
  using namespace literals;
  using config::range;
  s.field("governor", p.governor, "hold programs and erases back so that the power stays under the cap");
  s.watts("cap", p.cap_watts, range(0.01, 1000.0), "power limit");
  s.watts("idle", p.idle_watts, range(0.0, 1000.0), "power without any flash operation");
  s.field("window", p.window, range(1_us, 10_s), "over which RMS power is taken");
  s.joules("burst", p.burst_joules, range(0.0, 10.0), "energy that may be spent ahead of its time");
  s.joules("program", p.program_joules, range(0.0, 1.0), "programming one page of one plane");
  s.joules("read", p.read_joules, range(0.0, 1.0), "reading one page of one plane");
  s.joules("erase", p.erase_joules, range(0.0, 1.0), "erasing one block");
  s.joules("channel_byte", p.byte_joules, range(0.0, 1.0),
           "moving a byte over an ONFI channel, with ECC and DRAM");
  s.joules("link_byte", p.link_byte_joules, range(0.0, 1.0), "moving a byte over the host link");
  s.only_with({"cap", "burst"}, p, "governor: true", [](const Params& power) { return power.governor; });
  s.check(p, [](const Params& power) -> std::string {
    return power.cap_watts > power.idle_watts ? "" : "cap must be above idle, or nothing could ever run";
  });
}

}  // namespace rainier::power
