#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/host/result.hpp"

namespace rainier::host {

/// log_avg_msec for slat, clat and lat: one line a window and direction with the mean (or, for log_max, the
/// largest) of its values. Windows close as fio 3.33 closes them: with the first request at or after their
/// end, which still counts in, and which gives the line its time. Windows without a request give no line.
class LatencyAverages {
 public:
  enum class Statistic : std::uint8_t { mean, maximum };

  LatencyAverages(std::uint64_t window_msec, Statistic statistic);
  void add(const LogLine& request);  ///< in the order of completion
  /// Closes the open windows at the end of the job and gives all lines; the object starts anew.
  std::vector<LogLine> finish(std::uint64_t end_msec);

 private:
  struct Window {
    std::uint64_t start = 0, count = 0, sum = 0, max = 0;
  };
  void close(std::uint8_t direction, std::uint64_t msec);

  std::uint64_t window_msec_;
  Statistic statistic_;
  std::array<Window, fio::data_directions> open_{};
  std::vector<LogLine> lines_;
};

/// log_avg_msec for bandwidth and IOPS: what was completed in each whole window, per second. A line's time is
/// its window's end; windows without a request give no line, and the rest after the last whole one is left
/// out, as in fio.
class RateAverages {
 public:
  enum class Quantity : std::uint8_t { bandwidth_kib, iops };

  RateAverages(std::uint64_t window_msec, Quantity quantity);
  void add(const LogLine& request);  ///< in the order of completion; only its time, direction and block count
  std::vector<LogLine> finish(std::uint64_t end_msec);

 private:
  void close_until(std::uint64_t msec);

  std::uint64_t window_msec_;
  Quantity quantity_;
  std::uint64_t start_ = 0;
  std::array<std::uint64_t, fio::data_directions> amount_{};
  std::vector<LogLine> lines_;
};

/// The same from a log of every request, ordered by time.
std::vector<LogLine> average_latencies(const std::vector<LogLine>& requests, std::uint64_t window_msec,
                                       std::uint64_t end_msec, LatencyAverages::Statistic statistic);
std::vector<LogLine> average_rates(const std::vector<LogLine>& requests, std::uint64_t window_msec,
                                   std::uint64_t end_msec, RateAverages::Quantity quantity);

}  // namespace rainier::host
