#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <utility>

#include "sim/kernel/time.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::power {

/// What operations cost, and the governor that keeps their sum under the card's limit.
struct Params {
  bool governor = true;
  double cap_watts = 25;
  double idle_watts = 10;
  Time window{10'000'000'000};    ///< over which the limit and the reported RMS are taken
  double burst_joules = 1.5e-3;   ///< energy that may be spent ahead of its time
  double program_joules = 26e-6;  ///< one plane's page
  double read_joules = 2.1e-6;
  double erase_joules = 55e-6;
  double byte_joules = 1e-9;    ///< one byte over an ONFI channel, with ECC and DRAM
  double link_byte_joules = 0;  ///< one byte over the host link
};

void describe(config::Schema& schema, Params& params);

enum class Use : std::uint8_t { read, program, erase, channel, link };
inline constexpr std::size_t uses = 5;

/// Where the energy goes, in picojoules (so that the sum is exact in any order), and the RMS of the power
/// over the window, sampled in hundredths of it.
class Meter {
 public:
  explicit Meter(const Params& params);

  void add(Time now, Use use, std::int64_t picojoules) {
    if (now >= slot_end_) roll(now);
    spent_[static_cast<std::size_t>(use)] += picojoules;
  }
  /// The same for energy that flows evenly over `span` from `now`; beyond 128 slots of the window all at
  /// once.
  void spread(Time now, Use use, std::int64_t picojoules, Time span) {
    const auto more = static_cast<std::size_t>(span / slot_);
    if (more == 0 || more >= ahead) return add(now, use, picojoules);
    if (now >= slot_end_) roll(now);
    spent_[static_cast<std::size_t>(use)] += picojoules;
    const std::int64_t each = picojoules / static_cast<std::int64_t>(more);
    from_others_ -= each * static_cast<std::int64_t>(more - 1);
    flow_ += each;
    flow_ends_[(flow_at_ + more) % ahead] += each;
  }
  /// Energy that flows evenly over a span of any length, by use, from the slot of `now` on; whatever still
  /// flows of another one ends.
  void stream(Time now, Time span, const std::array<std::int64_t, uses>& picojoules);
  /// Closes the books up to `now`.
  void roll(Time now);
  /// Who is told at the end of each window what was spent in it, in picojoules by use.
  using Window = std::function<void(Time end, const std::array<std::int64_t, uses>& spent)>;
  void tell(Window window) { window_ = std::move(window); }

  double joules(Use use) const { return static_cast<double>(spent_[static_cast<std::size_t>(use)]) * 1e-12; }
  double active_joules() const;
  /// The greatest RMS over one window since `reset_peak`, and the mean of all of them, in watts; idle power
  /// included. Zero before the first window has passed.
  double peak_rms_watts() const { return peak_rms_; }
  double mean_rms_watts() const { return windows_ == 0 ? 0 : sum_of_rms_ / static_cast<double>(windows_); }
  double rms_watts() const { return rms_; }
  /// Whether a window has passed since `reset_peak`.
  bool has_peak() const { return windows_ > 0; }
  void reset_peak() {
    peak_rms_ = sum_of_rms_ = 0;
    windows_ = 0;
  }

 private:
  static constexpr std::size_t slots = 100, ahead = 128;
  double idle_watts_;
  Time slot_, slot_end_;
  std::array<std::int64_t, uses> spent_{};
  std::int64_t spent_before_ = 0;  ///< the sum of them when this slot began
  std::int64_t from_others_ = 0;   ///< energy of this slot that is spent in earlier ones, less the reverse
  std::array<double, slots> squares_{};
  double sum_squares_ = 0;
  std::size_t at_ = 0, filled_ = 0;
  double rms_ = 0, peak_rms_ = 0, sum_of_rms_ = 0;
  std::uint64_t windows_ = 0;                    ///< that ended at a slot and count in the sum
  std::int64_t flow_ = 0;                        ///< energy a slot of what flows evenly
  std::array<std::int64_t, ahead> flow_ends_{};  ///< what ends before each of the slots to come, a ring
  std::size_t flow_at_ = 0;
  std::array<std::int64_t, uses> stream_{};  ///< energy of each slot
  std::int64_t stream_slots_ = 0;            ///< to come
  std::size_t slots_in_window_ = 0;          ///< that ended since the last whole one
  std::array<std::int64_t, uses> told_{};
  Window window_;

  void end_window();
  std::int64_t stream_slot();
};

/// Grants energy first come, first served at the rate the cap leaves over idle, with a small burst (a leaky
/// bucket). A steady flow then has an RMS equal to its mean, so the cap holds for both.
class Governor {
 public:
  explicit Governor(const Params& params)
      : enabled_(params.governor),
        ps_per_picojoule_(1.0 / (params.cap_watts - params.idle_watts)),
        burst_(
            static_cast<std::int64_t>(params.burst_joules / (params.cap_watts - params.idle_watts) * 1e12)) {}

  /// When an operation of this energy may start, if asked for at `now`; the energy is spent.
  Time grant(Time now, std::int64_t picojoules) {
    if (!enabled_) return now;
    const Time start = paid_until_ - burst_;
    spend(now, picojoules);
    waited_ += start > now ? start - now : Time();
    return start > now ? start : now;
  }
  /// Takes energy that nobody waits for.
  void spend(Time now, std::int64_t picojoules) {
    if (!enabled_) return;
    paid_until_ = (paid_until_ > now ? paid_until_ : now) +
                  Time(static_cast<std::int64_t>(static_cast<double>(picojoules) * ps_per_picojoule_ + 0.5));
  }
  Time waited() const { return waited_; }
  /// From now on at most so many watts over idle, above 0; negative: as many as the cap leaves, if there is
  /// one.
  void limit(double watts);

 private:
  bool enabled_;
  bool own_ = enabled_;      ///< limits by itself
  double ps_per_picojoule_;  ///< a watt is a picojoule a picosecond
  double own_ps_per_picojoule_ = ps_per_picojoule_;
  Time burst_;
  Time paid_until_;
  Time waited_;
};

}  // namespace rainier::power
