#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/host/driver.hpp"
#include "models/host/params.hpp"
#include "models/host/result.hpp"
#include "models/host/worker.hpp"
#include "sim/kernel/calendar.hpp"

namespace rainier::host {

/// All clones of all jobs of a run, as fio's threads on the host's cores: they submit, wait, reap and keep
/// the books. A sync has no work to do on a drive without a volatile cache, but for the trip to it.
class Workers {
 public:
  /// @param first  the workers made before on this calendar: their events are told from these by number
  /// @throws fio::JobError where a job does not fit the drive
  Workers(const Params& params, const std::vector<fio::Job>& jobs, std::uint64_t drive_bytes, Driver& driver,
          Calendar& calendar, std::uint64_t seed, std::uint32_t first = 0);

  /// Starts the first phase.
  void start();
  /// The request has come back.
  void completed(std::uint32_t request);
  void handle(Event event);

  /// No further request is issued; those under way end. For Ctrl-C and for runs cut by time.
  void stop();
  bool done() const { return running_ == 0 && phase_ >= phases_; }
  /// Forgets what was counted, as at the end of a ramp time.
  void reset_statistics();

  std::size_t count() const { return workers_.size(); }
  std::uint64_t issued() const { return issued_; }
  std::uint64_t finished() const { return finished_; }
  std::uint64_t finished_bytes() const { return finished_bytes_; }
  std::vector<JobResult> results() const;
  StageTimes stages(std::size_t direction) const;
  Time core_busy() const;
  /// Events in the calendar that only watch: where there are no others, no request will ever end.
  std::size_t bookkeeping() const { return bookkeeping_; }

 private:
  static constexpr std::uint32_t nobody = 0xFFFFFFFF;
  static bool is_bookkeeping(std::uint32_t handler) {
    return handler == event::sample || handler == event::steady || handler == event::judge;
  }
  static bool is_sync(fio::Op op) { return op == fio::Op::sync || op == fio::Op::datasync; }
  static bool has_least_rate(const fio::Job& job);
  void start_phase();
  void begin(std::uint32_t number);
  void step(std::uint32_t number);
  /// A core of the host, for one worker at a time.
  struct Core {
    Time free_from;
    bool promised = false;                        ///< to a worker, for a turn that stands in the calendar
    std::uint32_t first = nobody, last = nobody;  ///< in line behind that one
  };
  /// Whether the worker may go on now; if not, it stands in line.
  bool gets_core(std::uint32_t number);
  void line_up(std::uint32_t number);
  void promise(std::uint32_t number, Time at);
  void free_core(Core& core, Time at);
  /// Completions that a worker waits for before it takes any (iodepth_batch_complete_min).
  static std::uint32_t wanted(const Worker& w) {
    return w.syncing ? 1 : std::min(std::max(w.job.batch_complete_min, 1U), w.in_flight);
  }
  Time reap(Worker& w, Time at);
  Time account(Worker& w, std::uint32_t request, Time at);
  Time fill(std::uint32_t number, Time at);
  Time fill_paced(std::uint32_t number, Time at);
  Time think(Worker& w, Time at);
  bool due(Worker& w, Time at);
  bool take_sync(Worker& w, fio::Io& io, Time at);
  Time submit(std::uint32_t number, const fio::Io& io, Time at);
  void ring_batch(Worker& w, Time at);
  void pace(Worker& w, const fio::Io& io);
  void log(Worker& w, const Request& r, Time at);
  void schedule(std::uint32_t number, Time at);
  void end_if_drained(std::uint32_t number, Time at);
  void sample(std::uint32_t number);
  void steady(std::uint32_t number);
  void judge(std::uint32_t number);
  [[gnu::cold]] void give_memory(Worker& w, std::uint32_t request);
  void end_request(Worker& w, std::uint32_t request);
  void fail(Worker& w, const Request& r, int error, std::string what, bool goes_on);
  bool read_back(Worker& w);
  void dismiss(std::uint32_t number);
  void end_others(std::uint32_t number);
  Time end_sync(std::uint32_t number, Time at);
  bool must_end(const Worker& w, Time at) const {
    return w.exhausted || stopped_ || w.dismissed || (at >= w.time_up && !w.verifying);
  }
  void reset(Worker& w, Time at);
  void post(Time at, std::uint32_t handler, std::uint32_t number) {
    calendar_.at(at, handler, first_ + number);
    bookkeeping_ += is_bookkeeping(handler);
  }

  Params params_;
  Driver& driver_;
  Calendar& calendar_;
  std::uint32_t first_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::uint32_t> group_of_;
  std::vector<Core> cores_;
  std::size_t bookkeeping_ = 0;
  std::uint32_t phases_ = 0, phase_ = 0, running_ = 0;
  bool stopped_ = false;
  std::uint64_t issued_ = 0, finished_ = 0, finished_bytes_ = 0;
};

}  // namespace rainier::host
