#pragma once

#include "models/drive/simulation.hpp"
#include "sim/stats/series.hpp"

namespace rainier::tool {

/// The series of a run: one row for each whole interval of simulated time.
class Recorder {
 public:
  /// An interval of 0 records nothing.
  Recorder(drive::Simulation& simulation, Time interval);

  Time due() const { return on_ ? start_ + series_.due() : Time::max(); }
  /// Adds a row if one is due.
  void update();
  const Series& series() const { return series_; }

 private:
  struct Direction {
    std::uint64_t requests = 0;
    Time latency;
  };
  Direction direction(std::size_t number);

  drive::Simulation& simulation_;
  bool on_;
  Time start_;
  Series series_;
  drive::Usage last_;
  fio::PerDirection<Direction> seen_{};
};

}  // namespace rainier::tool
