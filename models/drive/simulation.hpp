#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/bridge/bridge.hpp"
#include "models/controller/controller.hpp"
#include "models/drive/observer.hpp"
#include "models/drive/recipe.hpp"
#include "models/drive/usage.hpp"
#include "models/host/driver.hpp"
#include "models/host/workers.hpp"

namespace rainier::ftl {
class Functional;
}

namespace rainier::drive {

/// Blocks for the functional tier: in order from `first_byte`, wrapping at the end of the drive, or each at a
/// uniformly drawn multiple of its size. A block smaller than a mapping unit writes one whole unit.
struct UntimedWrites {
  Pass::Kind kind = Pass::Kind::random;
  std::uint64_t block_bytes = 4096;
  std::uint64_t blocks = 0;
  std::uint64_t first_byte = 0;
};

/// A drive, or several behind a bridge, a host and their calendar. Any number of them can live in one
/// process.
class Simulation {
 public:
  /// @throws std::invalid_argument if the drive could not work, with the numbers
  Simulation(const controller::DriveConfig& drive, const host::Params& host, std::uint64_t seed,
             Calendar::Kind kind = Calendar::Kind::wheel);
  ~Simulation();

  /// Told how much of the work is done, from 0 to 1; answers false to stop.
  using Progress = std::function<bool(double)>;

  /// Writes the drive with the functional tier: no time passes. False if `progress` stopped it.
  bool precondition(const std::vector<Pass>& passes, const Progress& progress = {});
  /// The same between jobs: what these writes leave behind is what jobs that wrote as much would have left.
  /// The drive must have come to rest. @throws std::logic_error if it has not
  bool write_untimed(const UntimedWrites& writes, const Progress& progress = {});
  /// Writes, or reads instead of preconditioning, the state that preconditioning has led to: before any time
  /// has passed, in a drive that carries no bytes. The drive that reads was made with the same layout, FTL,
  /// capacity and seed. @throws std::logic_error if there is more to keep, BadArchive if what is read is
  /// no such state: the simulation is of no use then
  void archive(Archive& archive);
  /// The same for a drive at rest at any time, with all that outlasts its power: wear, what has failed, its
  /// counts and its log. Bytes are no part of it: Guard::bring_back() gives the units theirs. In the drive
  /// that reads, what is in the log was before its time 0. @throws std::logic_error unless it is at rest
  void archive_life(Archive& archive);
  /// How long the drive has been powered, in all its lives.
  Time powered() const { return earlier_ + now(); }

  /// Puts the drive into another host; all jobs must be done.
  void use(const host::Params& host);
  /// Starts the jobs; those before must be done.
  void load(const std::vector<fio::Job>& jobs);
  /// Lets simulated time pass, until the jobs are done at the latest.
  void advance(Time span);
  /// Issues nothing more and waits for what is under way.
  void drain();
  /// Lets what the drive does by itself (GC) come to rest, as far as it does.
  void settle(Time at_most);
  /// Lets time pass after the jobs are done.
  void rest(Time span);
  /// Instead of jobs, a program may put requests to the driver itself: one of these bytes now, in whole
  /// sectors, none of a sync. Answers its number. The memory must stay until it has ended.
  std::uint32_t put(fio::Op op, std::uint64_t offset, std::uint64_t length, std::byte* memory);
  /// Lets time pass for requests that were put, up to and including `until`, or to the end of the `events`-th
  /// event since the simulation was made, whichever is first. Calls ended(request) for each that ends, while
  /// its times can still be read: where it answers false, time stops.
  template <class Ended>
  void run_requests(Time until, std::uint64_t events, Ended&& ended);
  bool done() const { return workers_ == nullptr || workers_->done(); }
  /// Not done, and yet nothing is left to happen: a fault of the simulator.
  bool stuck() const {
    const std::size_t behind = bridge_ ? bridge_->waiting_events() : 0;
    return !done() && calendar_.size() + behind <= workers_->bookkeeping() + controller_.bookkeeping();
  }

  /// Shows it all that happens from here on; nobody with nullptr. Without one this costs nothing.
  void observe(Observer* observer) {
    observer_ = observer;
    driver_.watch(observer);
  }

  Time now() const { return calendar_.now(); }
  /// When something happens next; Time::max() when nothing will.
  Time next_event() { return calendar_.next(); }
  // Of all drives and the bridge, over windows as a drive's meter has them; of several, the sum of theirs.
  void roll_meters();
  void reset_peak_power();
  double rms_watts() const;  ///< over the last window
  /// None before the first window has passed.
  std::optional<double> mean_rms_watts() const;
  std::optional<double> peak_rms_watts() const;
  Usage usage() const;
  host::Workers& workers() { return *workers_; }
  /// The drive; behind a bridge, the first of them.
  controller::Controller& controller() { return controller_; }
  const controller::Controller& controller() const { return controller_; }
  host::Driver& driver() { return driver_; }
  const host::Driver& driver() const { return driver_; }
  /// Events that have been since it was made.
  std::uint64_t events() const { return calendar_.processed(); }
  std::uint64_t event_hash() const { return calendar_.hash() ^ (bridge_ ? bridge_->hash() : 0); }
  /// None where there is one drive.
  const bridge::Bridge* bridge() const { return bridge_.get(); }
  /// All drives, in order.
  std::vector<controller::Controller*> drives();
  std::vector<const controller::Controller*> drives() const;
  const host::Params& host() const { return host_; }

  /// The conservation laws that do not hold, in words; some are only checked once all jobs are done.
  std::vector<std::string> broken_laws() const;

 private:
  struct Other;  ///< a drive behind the bridge, beside controller_
  void run(Time until);
  void run_observed(Time until);
  void run_behind_bridge(Time until);
  static std::vector<std::unique_ptr<Other>> others_of(const controller::DriveConfig& drive,
                                                       std::uint64_t seed, Calendar::Kind kind);
  std::unique_ptr<bridge::Bridge> make_bridge();
  [[gnu::always_inline]] void dispatch(Event event);
  bool idle() const { return bridge_ ? bridge_->idle() : controller_.idle(); }
  std::uint32_t run_of(const UntimedWrites& writes) const;
  std::vector<bool> units_of(const UntimedWrites& writes) const;
  bool write_one(controller::Controller& drive, const UntimedWrites& writes, const Progress& progress,
                 std::uint64_t seed);
  bool write_behind_bridge(const UntimedWrites& writes, const Progress& progress);
  bool write(ftl::Functional& functional, const UntimedWrites& writes, const Progress& progress,
             std::uint64_t seed);
  double watts_of(double (power::Meter::*reading)() const) const;
  std::optional<double> watts_of_windows(double (power::Meter::*reading)() const) const;
  void add_laws_of_bridge(std::vector<std::string>& broken) const;

  host::Params host_;
  std::uint64_t seed_;
  std::uint32_t loads_ = 0, passes_ = 0, earlier_workers_ = 0;
  Calendar calendar_;
  std::unique_ptr<Calendar> own_calendar_;  ///< of controller_, where it is behind a bridge
  controller::Controller controller_;
  std::vector<std::unique_ptr<Other>> others_;
  std::unique_ptr<bridge::Bridge> bridge_;
  host::Driver driver_;
  Observer* observer_ = nullptr;
  std::unique_ptr<host::Workers> workers_;
  std::uint64_t earlier_requests_ = 0, earlier_bytes_ = 0;
  Time earlier_cores_;
  Time earlier_;  ///< lives before this one
};

template <class Ended>
void Simulation::run_requests(Time until, std::uint64_t events, Ended&& ended) {
  if (calendar_.processed() >= events) return;
  calendar_.run(until, [&](Event event) {
    if (event.handler < controller::event::interrupt)
      controller_.handle(event);
    else
      driver_.handle(event, [&](std::uint32_t request) {
        if (!ended(request)) calendar_.stop();
        driver_.give(request);
      });
    if (calendar_.processed() >= events) calendar_.stop();
  });
}

}  // namespace rainier::drive
