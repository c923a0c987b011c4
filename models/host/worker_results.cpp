#include <algorithm>
#include <cmath>
#include <utility>

#include "models/host/workers.hpp"

namespace rainier::host {
namespace {

constexpr Time second{1'000'000'000'000};

struct Line {
  double mean = 0, slope = 0, max_deviation = 0;
};

Line fit(const std::vector<std::uint64_t>& y, std::size_t count) {
  Line line;
  const auto n = static_cast<double>(count);
  const std::size_t first = y.size() - count;
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<double>(i);
    const auto v = static_cast<double>(y[first + i]);
    sx += x;
    sy += v;
    sxx += x * x;
    sxy += x * v;
  }
  line.mean = sy / n;
  line.slope = count > 1 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : 0;
  for (std::size_t i = 0; i < count; ++i)
    line.max_deviation =
        std::max(line.max_deviation, std::abs(static_cast<double>(y[first + i]) - line.mean));
  return line;
}

}  // namespace

// fio's steady state: over the last `duration`, either no sample further from the mean than the limit, or the
// slope of the regression line under it.
void Workers::steady(std::uint32_t number) {
  using Metric = fio::SteadyState::Metric;
  Worker& w = *workers_[number];
  if (w.state != Worker::State::running) return;
  const bool first = !w.steady_seen;  // the end of steadystate_ramp_time, or statistics have been forgotten
  std::uint64_t ios = 0, bytes = 0;
  for (const DirectionResult& r : w.direction) {
    ios += r.ios;
    bytes += r.bytes;
  }
  const auto [ios_before, bytes_before] =
      std::exchange(w.steady_seen, Worker::Done{ios, bytes}).value_or(Worker::Done{});
  if (first) {
    post(calendar_.now() + second, event::steady, number);
    return;
  }
  w.steady_iops.push_back(ios - ios_before);
  w.steady_bandwidth.push_back(bytes - bytes_before);
  const fio::SteadyState& asked = *w.job.steady_state;
  const auto window = static_cast<std::size_t>(std::max<std::int64_t>(asked.duration / second, 1));
  if (w.steady_iops.size() >= window) {
    const bool of_iops = asked.metric == Metric::iops || asked.metric == Metric::iops_slope;
    const bool of_slope = asked.metric == Metric::iops_slope || asked.metric == Metric::bw_slope;
    const Line line = fit(of_iops ? w.steady_iops : w.steady_bandwidth, window);
    const double amount = of_slope ? std::abs(line.slope) : line.max_deviation;
    w.steady_value = asked.percent && line.mean > 0 ? amount / line.mean * 100 : amount;
    if (w.steady_value < asked.limit) {
      w.steady_attained = true;
      w.exhausted = true;
      schedule(number, calendar_.now());
      return;
    }
  }
  post(calendar_.now() + second, event::steady, number);
}

std::vector<JobResult> Workers::results() const {
  std::vector<JobResult> all;
  all.reserve(workers_.size());  // one is large: none is copied
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    const Worker& w = *workers_[i];
    JobResult& r = all.emplace_back();
    r.name = w.job.name;
    r.group_reporting = w.job.group_reporting;
    r.group = group_of_[i];
    r.options = w.job.options;
    r.percentiles = w.job.percentiles;
    const bool done = w.state == Worker::State::done;
    const Time end = done ? w.ended : calendar_.now();
    const Time runtime =
        w.state == Worker::State::waiting || end < w.counted_from ? Time() : end - w.counted_from;
    r.direction = w.direction;
    for (std::size_t d = 0; d < fio::data_directions; ++d) {
      if (r.direction[d].ios + r.direction[d].failed > 0) r.direction[d].runtime = runtime;
      if (r.direction[d].ios > 0) {
        // All submissions take the same time.
        r.direction[d].slat.add(static_cast<std::uint64_t>(params_.submit_time.ns()), r.direction[d].ios);
      }
      r.direction[d].bandwidth_kib = w.bandwidth_samples[d].samples();
      r.direction[d].iops = w.iops_samples[d].samples();
    }
    r.sync_lat = w.sync_lat;
    r.lateness = w.lateness;
    r.runtime = runtime;
    r.iodepth = w.job.iodepth;
    if (runtime > Time()) r.system_cpu_percent = 100 * w.busy.seconds() / runtime.seconds();
    r.depth_level = w.depth_level;
    r.submit_batch = w.submit_batch;
    r.complete_batch = w.complete_batch;
    r.error = w.error;
    r.error_text = w.error_text;
    const fio::ContinueOnError& goes_on = w.job.continue_on_error;
    if (goes_on.read || goes_on.write || goes_on.verify) r.total_errors = w.total_errors;
    r.first_error = w.first_error;
    r.logs = w.logs;
    const auto msec = static_cast<std::uint64_t>(runtime.ns() / 1'000'000);
    const auto finish = [msec](auto log) { return log ? log->finish(msec) : std::vector<LogLine>{}; };
    if (w.slat_log) {
      r.logs = {finish(w.slat_log), finish(w.clat_log), finish(w.lat_log), finish(w.bandwidth_log),
                finish(w.iops_log)};
    }
    if (w.job.steady_state) {
      r.steady_state_attained = w.steady_attained;
      r.steady_state_value = w.steady_value;
      SteadyStateWindow window{*w.job.steady_state, 0, 0, w.steady_iops, w.steady_bandwidth};
      if (!w.steady_iops.empty()) {
        using Metric = fio::SteadyState::Metric;
        const bool of_iops = window.asked.metric == Metric::iops || window.asked.metric == Metric::iops_slope;
        const Line line = fit(of_iops ? w.steady_iops : w.steady_bandwidth, w.steady_iops.size());
        window.max_deviation = line.max_deviation;
        window.slope = line.slope;
      }
      r.steady_state = window;
    }
  }
  return all;
}

}  // namespace rainier::host
