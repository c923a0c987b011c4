#include "models/host/log_averages.hpp"

#include <algorithm>
#include <utility>

namespace rainier::host {

LatencyAverages::LatencyAverages(std::uint64_t window_msec, Statistic statistic)
    : window_msec_(std::max<std::uint64_t>(window_msec, 1)), statistic_(statistic) {}

void LatencyAverages::add(const LogLine& request) {
  if (request.direction >= open_.size()) return;  // fio logs no syncs
  Window& window = open_[request.direction];
  ++window.count;
  window.sum += request.value;
  window.max = std::max(window.max, request.value);
  if (request.msec < window.start + window_msec_) return;
  close(request.direction, request.msec);
}

void LatencyAverages::close(std::uint8_t direction, std::uint64_t msec) {
  Window& window = open_[direction];
  if (window.count > 0) {
    const std::uint64_t rounded_mean = (window.sum + window.count / 2) / window.count;
    lines_.push_back({msec, statistic_ == Statistic::mean ? rounded_mean : window.max, direction, 0, 0});
  }
  window = Window{msec - msec % window_msec_, 0, 0, 0};
}

std::vector<LogLine> LatencyAverages::finish(std::uint64_t end_msec) {
  for (std::uint8_t direction = 0; direction < open_.size(); ++direction) close(direction, end_msec);
  open_ = {};
  return std::exchange(lines_, {});
}

RateAverages::RateAverages(std::uint64_t window_msec, Quantity quantity)
    : window_msec_(std::max<std::uint64_t>(window_msec, 1)), quantity_(quantity) {}

void RateAverages::add(const LogLine& request) {
  if (request.direction >= amount_.size()) return;  // fio logs no syncs
  close_until(request.msec);
  amount_[request.direction] += quantity_ == Quantity::iops ? 1 : request.block;
}

void RateAverages::close_until(std::uint64_t msec) {
  if (msec < start_ + window_msec_) return;
  const std::uint64_t end = start_ + window_msec_;
  for (std::uint8_t direction = 0; direction < amount_.size(); ++direction) {
    const std::uint64_t amount = std::exchange(amount_[direction], 0);
    const std::uint64_t per_second = amount * 1000 / window_msec_;
    const bool iops = quantity_ == Quantity::iops;
    if (amount > 0) lines_.push_back({end, iops ? per_second : per_second / 1024, direction, 0, 0});
  }
  start_ = msec - msec % window_msec_;
}

std::vector<LogLine> RateAverages::finish(std::uint64_t end_msec) {
  close_until(end_msec);
  start_ = 0;
  amount_ = {};
  return std::exchange(lines_, {});
}

std::vector<LogLine> average_latencies(const std::vector<LogLine>& requests, std::uint64_t window_msec,
                                       std::uint64_t end_msec, LatencyAverages::Statistic statistic) {
  LatencyAverages averages(window_msec, statistic);
  for (const LogLine& request : requests) averages.add(request);
  return averages.finish(end_msec);
}

std::vector<LogLine> average_rates(const std::vector<LogLine>& requests, std::uint64_t window_msec,
                                   std::uint64_t end_msec, RateAverages::Quantity quantity) {
  RateAverages averages(window_msec, quantity);
  for (const LogLine& request : requests) averages.add(request);
  return averages.finish(end_msec);
}

}  // namespace rainier::host
