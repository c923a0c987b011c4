#pragma once

#include <array>
#include <chrono>
#include <vector>

#include "models/controller/controller.hpp"
#include "models/drive/usage.hpp"
#include "sim/stats/histogram.hpp"
#include "tools/rainier/manager/status.hpp"

namespace rainier::manager {

/// What a drive's owner knows of it besides its controller; counts are of its whole life.
struct Reading {
  drive::Usage usage;
  health::Vitals vitals;
  std::vector<media::EventLog::Entry> events;
  const Histogram* reads = nullptr;  ///< latencies in simulated nanoseconds
  const Histogram* writes = nullptr;
  std::uint64_t errors = 0;
  std::uint32_t clients = 0;
  Pace pace;  ///< `achieved` is found here
  bool locating = false;
};

/// Turns a drive's counters into a status: rates are of the span between two readings, what dies do is what
/// most of the looks between them saw. Costs microseconds a look and a status, but for the wear of each die,
/// which is summed up again where there were erases, every few seconds.
class Gauges {
 public:
  Gauges(const controller::Controller& drive, health::Identity identity);

  void look();
  Status read(const Reading& reading);

 private:
  using Clock = std::chrono::steady_clock;
  using Marks = std::array<std::uint16_t, 8>;

  void fill_shape();
  void fill_load(const Reading& reading, const drive::Usage& span);
  void fill_health(const Reading& reading);
  void fill_energy(const drive::Usage& span);
  void fill_writes(const drive::Usage& usage, const drive::Usage& span);
  void fill_rain(const drive::Usage& span);
  void fill_dies(const drive::Usage& span);
  void fill_wear_of_dies(Clock::time_point now, std::uint64_t erases);
  double rate(double count, const drive::Usage& span) const;

  const controller::Controller& drive_;
  Status status_;
  drive::Usage before_;
  Histogram reads_, writes_;
  std::vector<Marks> marks_;  ///< by die: looks that saw each state
  std::vector<Time> busy_, bus_busy_;
  double achieved_ = 0;
  Clock::time_point made_, last_, wear_at_;
  std::uint64_t wear_of_ = ~std::uint64_t{0};  ///< erases when it was summed up
  std::uint64_t rebuilt_before_ = 0;           ///< blocks, when the rebuild under way began
};

}  // namespace rainier::manager
