#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/drive/simulation.hpp"
#include "models/media/event_log.hpp"
#include "sim/stats/histogram.hpp"

namespace rainier::live {

class ArrivalLog;
/// Lines of a log that are no requests: what was counted is forgotten; the drive was let rest; it was kept;
/// the run is over.
inline constexpr std::string_view reset_mark = "reset", rest_mark = "rest", keep_mark = "keep",
                                  end_mark = "end";

enum class Op : std::uint8_t { read, write, trim, flush };
inline constexpr std::size_t ops = 4;
/// As logs and results have them.
inline constexpr std::array<const char*, ops> op_names{"read", "write", "trim", "flush"};

/// Who puts requests to a live drive.
class Asker {
 public:
  /// The request that was given this number has ended.
  virtual void ended(std::uint32_t tag, controller::Error error) = 0;

 protected:
  ~Asker() = default;
};

/// What has ended, by Op. Latencies in simulated nanoseconds, from the arrival to the end of the host's work.
struct Statistics {
  std::array<std::uint64_t, ops> count{}, bytes{}, errors{};
  std::array<Histogram, ops> latency;
};

/// A simulated drive that programs outside use while its time goes on: one thread owns it. Time passes in the
/// calls of advance() alone; what is asked for between them arrives at the present moment. A run follows from
/// its arrivals, each known by the number of events before it and by its time: whoever repeats them gets the
/// same run.
class LiveDrive {
 public:
  /// @throws std::invalid_argument if the drive could not work, with the numbers
  LiveDrive(const controller::DriveConfig& drive, const host::Params& host, std::uint64_t seed);

  std::uint64_t size() const { return simulation_.controller().config().capacity_bytes; }
  Time now() const { return simulation_.now(); }
  drive::Simulation& simulation() { return simulation_; }
  const drive::Simulation& simulation() const { return simulation_; }
  const Statistics& statistics() const { return statistics_; }
  /// Forgets what was counted, as after the drive was filled.
  void reset_statistics();
  std::size_t outstanding() const { return simulation_.driver().outstanding(); }
  std::uint64_t arrivals() const { return arrivals_; }
  /// Whether the mapping unit that holds this byte holds anything.
  bool is_mapped(std::uint64_t offset) const;

  /// Offsets and lengths in bytes: multiples of 512 within the drive, above 0; none of a flush, that ends
  /// once everything acknowledged before is safe. The memory must stay until the request has ended. Mapping
  /// units that a trim covers read as zeros afterwards; those that it covers in part keep what they hold.
  void ask(Op op, std::uint64_t offset, std::uint64_t length, std::byte* memory, Asker& asker,
           std::uint32_t tag);

  /// Does now what the text says, as intervention() reads it. @throws std::invalid_argument
  void act(const std::string& what);

  /// Lets time pass up to and including `until`.
  void advance(Time until) { advance(until, ~std::uint64_t{0}, ~std::uint64_t{0}); }
  /// Until so many requests have ended, as long as there are any.
  void advance_requests(std::uint64_t count) {
    if (outstanding() > 0) advance(Time::max(), ~std::uint64_t{0}, count);
  }
  /// Until all have ended, those among them that askers ask for when they are told.
  void end_requests() {
    while (outstanding() > 0) advance_requests(outstanding());
  }
  /// Lets the drive come to rest within this time, and as long as go_on() says yes. False if it has not.
  bool come_to_rest(Time at_most, const std::function<bool()>& go_on);
  /// The same within a tenth of a second, as an arrival.
  void rest();
  bool at_rest() const { return outstanding() == 0 && simulation_.controller().at_rest(); }
  /// Writes what outlasts its power, or reads it into a drive that was just made: Simulation::archive_life().
  void keep(Archive& archive);

  /// Until so many events have been, since the drive was made, and then to `until`: for who repeats a run.
  void repeat(std::uint64_t events, Time until);

  /// From now on each arrival is written down; nowhere with nullptr.
  void log(ArrivalLog* log) { log_ = log; }
  /// Writes down when it all ended, and nothing more.
  void end_log();
  /// What was done to it that it does not know of itself.
  void note(std::string what) { notes_.add(now(), std::move(what)); }
  const media::EventLog& notes() const { return notes_; }

 private:
  struct Asked {
    Asker* asker;
    std::uint32_t tag;
  };
  void advance(Time until, std::uint64_t events, std::uint64_t requests);
  void end(std::uint32_t request);
  void arrived(std::string_view what, std::uint64_t offset = 0, std::uint64_t length = 0);

  drive::Simulation simulation_;
  Statistics statistics_;
  std::vector<Asked> asked_;  ///< by request of the driver
  struct Ended {
    Asked by;
    controller::Error error;
  };
  std::vector<Ended> ended_;  ///< told once time has stopped, so that who is told may ask again
  Time awake_until_;          ///< the program that takes what has ended
  std::uint64_t arrivals_ = 0;
  ArrivalLog* log_ = nullptr;
  media::EventLog notes_;
};

}  // namespace rainier::live
