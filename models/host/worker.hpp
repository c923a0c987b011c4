#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/host/driver.hpp"
#include "models/host/fio/address_stream.hpp"
#include "models/host/fio/iolog.hpp"
#include "models/host/fio/job.hpp"
#include "models/host/fio/requests.hpp"
#include "models/host/log_averages.hpp"
#include "models/host/result.hpp"
#include "models/host/stages.hpp"
#include "sim/random/philox.hpp"

namespace rainier::host {

/// Mean, extremes and spread of samples, one at a time.
class SampleSum {
 public:
  void add(double x);
  Samples samples() const;

 private:
  std::uint64_t count_ = 0;
  double min_ = 0, max_ = 0, mean_ = 0, squares_ = 0;  ///< Welford
};

/// One clone of a job: what fio's thread would do, and what it has seen.
struct Worker {
  using Source = std::variant<fio::AddressStream, fio::Iolog, std::shared_ptr<fio::Requests>>;
  enum class State : std::uint8_t { waiting, running, draining, done };

  /// What a direction had done at some moment.
  struct Done {
    std::uint64_t ios = 0, bytes = 0;
  };

  Worker(const fio::Job& job, Source source, std::uint32_t core, std::uint64_t seed, std::uint32_t clone);

  /// Requests come from the source a few at a time, so that what they need from memory comes together.
  bool next(fio::Io& io, const Driver& driver, Time at) {
    if (!has_next(driver, at)) return false;
    io = ahead[ahead_at++];
    return true;
  }
  bool has_next(const Driver& driver, Time at) {
    if (ahead_at != ahead_end) return true;
    if (steered) std::get<fio::AddressStream>(source).set_due(next_issue, at);
    return look_ahead(driver);
  }
  bool look_ahead(const Driver& driver);
  /// Whether rates decide the direction of a request: then it is drawn when it is wanted, not ahead.
  static bool is_steered(const fio::Job& job);
  /// Whether anything but the queue depth can hold its requests back: rates, pauses, syncs, a trace's times.
  static bool is_paced(const fio::Job& job);
  /// Statistics and the job's run time count from here.
  void count_from(Time at) {
    counted_from = at;
    time_up = job.runtime > Time() ? at + job.runtime : Time::max();
  }

  fio::Job job;
  Source source;
  Philox random;  ///< arrivals of rate_process=poisson
  std::uint32_t core;
  std::uint8_t queue = 0;   ///< of the driver, for its core
  std::uint32_t phase = 0;  ///< stonewall: runs when all of the phase before are done
  State state = State::waiting;
  Time turn_at = Time::max();  ///< when its next turn stands in the calendar
  Time due_at;                 ///< when its pending request may go; 0: nothing to wait for
  bool asleep = true;          ///< waits for a completion
  bool counting = true;        ///< false during ramp_time
  bool filling = true;         ///< may submit; false between iodepth reached and iodepth_low
  bool syncing = false;        ///< a sync is under way: nothing else goes
  bool exhausted = false;
  bool steered, paced, logged;
  bool dozes = false;           ///< has its core to itself and is held back by its queue depth alone
  bool dismissed = false;       ///< ended by another job's exitall or a rate it did not keep
  bool end_synced = false;      ///< its end_fsync has been issued
  bool verifying = false;       ///< reads back what it has written
  bool promised = false;        ///< the next turn of its core is its own, and stands in the calendar
  std::uint32_t behind_it = 0;  ///< in line for its core

  Time begun, counted_from, time_up, ended;  ///< begun: after startdelay
  std::uint32_t in_flight = 0;
  std::vector<std::uint32_t> completed;  ///< requests to reap, from completed_head on
  std::size_t completed_head = 0;
  struct Extent {
    std::uint64_t offset, length;
    auto operator<=>(const Extent&) const = default;
  };
  std::vector<Extent> written;  ///< to be read back, from verify_at on
  std::size_t verify_at = 0;
  std::vector<std::uint32_t> batch;  ///< prepared, not yet rung
  std::array<fio::Io, 16> ahead{};
  std::size_t ahead_at = 0, ahead_end = 0;
  std::optional<fio::Io> pending;  ///< taken from the source, not yet due
  fio::PerDirection<Time> next_issue{};
  std::uint64_t writes_since_sync = 0, writes_since_datasync = 0, blocks_since_think = 0;
  bool thinking = false;  ///< until everything has come back
  Time think_until;
  Time thought_at;  ///< the end of the last pause
  Time busy;

  // Results.
  fio::PerDirection<DirectionResult> direction;
  fio::PerDirection<StageTimes> stages;
  Histogram sync_lat;
  Histogram lateness;  ///< ns from the time that a trace gives a request to its submission
  std::array<std::uint64_t, 7> depth_level{}, submit_batch{}, complete_batch{};
  fio::PerDirection<std::uint64_t> sampled_ios{}, sampled_bytes{};
  fio::PerDirection<SampleSum> bandwidth_samples, iops_samples;
  JobLogs logs;
  std::optional<LatencyAverages> slat_log, clat_log, lat_log;
  std::optional<RateAverages> bandwidth_log, iops_log;
  std::vector<std::uint64_t> steady_iops,
      steady_bandwidth;                                ///< one sample a second since steadystate_ramp_time
  std::optional<Done> steady_seen;                     ///< at the last sample
  std::optional<fio::PerDirection<Done>> judged_from;  ///< at the start of this rate_cycle
  int error = 0;                                       ///< errno
  std::string error_text;
  std::uint64_t total_errors = 0;
  int first_error = 0;
  bool steady_attained = false;
  double steady_value = 0;
};

}  // namespace rainier::host
