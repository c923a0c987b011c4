#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/drive/simulation.hpp"
#include "models/host/stages.hpp"
#include "tools/rainier/pts/result.hpp"

namespace rainier::pts {

/// A sample grows to so many times the plan's while the 95 % confidence of its rate is worse than this.
inline constexpr std::int64_t longest_samples = 16;
inline constexpr double sample_precision = 0.02;

/// Told what is being done, some 25 times a second; answers false to stop.
using Watch = std::function<bool(const std::string& doing)>;

/// Runs cells on one drive, each going on from the state that the last one left.
///
/// A cell is loaded onto the drive until its queue and a posting write buffer have been turned over
/// (settled), then its sample is timed: the plan's, and four turns of the queue and 512 requests at least,
/// more while the rate is uncertain. Then the drive comes to rest, and the functional tier writes what the
/// host would have written at the sampled rate in the rest of the cell. Half of that comes before the sample
/// where an earlier round has shown the rate, so that the sample stands for the middle of the cell. A plan
/// whose sample is as long as its cell times all of it, without settling.
class Sampler {
 public:
  Sampler(drive::Simulation& simulation, const Plan& plan, const Watch& watch);

  /// @param earlier  the same cell of an earlier round, if there is one
  /// Nothing if `watch` stopped it. @throws std::runtime_error if a conservation law is broken
  std::optional<CellResult> run(const Cell& cell, const CellResult* earlier, const std::string& label);

  /// Bytes the host has written, timed or not.
  std::uint64_t written() const { return simulation_.usage().controller.write_bytes + untimed_bytes_; }

 private:
  struct Mark {
    drive::Usage usage;
    host::StageTimes reads, writes;
  };

  std::vector<fio::Job> jobs_of(const Cell& cell);
  bool advance(Time span);
  bool settle(const Cell& cell);
  Time sample_span(const Mark& loaded) const;
  Mark mark();
  bool measure(Time span, Time most, CellResult& result);
  bool time(const Cell& cell, CellResult& result);
  void come_to_rest();
  bool write(const Cell& cell, Time span, double writes_per_second, CellResult& result);

  drive::Simulation& simulation_;
  const Plan& plan_;
  const Watch& watch_;
  std::string label_;
  std::uint64_t position_ = 0;  ///< where sequential writes go on, in bytes
  std::uint64_t untimed_bytes_ = 0;
};

}  // namespace rainier::pts
