#include "models/host/worker.hpp"

#include <cmath>
#include <span>

namespace rainier::host {

void SampleSum::add(double x) {
  min_ = count_ == 0 ? x : std::min(min_, x);
  max_ = count_ == 0 ? x : std::max(max_, x);
  ++count_;
  const double delta = x - mean_;
  mean_ += delta / static_cast<double>(count_);
  squares_ += delta * (x - mean_);
}

Samples SampleSum::samples() const {
  const double spread = count_ > 1 ? std::sqrt(squares_ / static_cast<double>(count_ - 1)) : 0;
  return {count_, min_, max_, mean_, spread};
}

Worker::Worker(const fio::Job& of, Source from, std::uint32_t on_core, std::uint64_t seed,
               std::uint32_t clone)
    : job(of),
      source(std::move(from)),
      random(seed, "worker." + of.name, clone),
      core(on_core),
      steered(is_steered(of)),
      paced(is_paced(of)),
      logged(of.log_latency || of.log_bandwidth || of.log_iops) {
  const std::uint64_t window = static_cast<std::uint64_t>(job.log_interval.ns()) / 1'000'000;
  if (window == 0) return;
  const auto statistic = job.log_max ? LatencyAverages::Statistic::maximum : LatencyAverages::Statistic::mean;
  slat_log.emplace(window, statistic);
  clat_log.emplace(window, statistic);
  lat_log.emplace(window, statistic);
  bandwidth_log.emplace(window, RateAverages::Quantity::bandwidth_kib);
  iops_log.emplace(window, RateAverages::Quantity::iops);
}

bool Worker::is_steered(const fio::Job& job) {
  const bool mixed = job.reads && job.writes && job.read_iolog.empty() && !job.requests;
  return mixed && (job.rate[0] + job.rate[1] > 0 || job.rate_iops[0] + job.rate_iops[1] > 0);
}

bool Worker::is_paced(const fio::Job& job) {
  bool paced = job.requests || job.thinktime > Time() || job.thinktime_iotime > Time() || job.fsync > 0 ||
               job.fdatasync > 0 || !job.read_iolog.empty();
  for (std::size_t d = 0; d < fio::data_directions; ++d)
    paced = paced || job.rate[d] > 0 || job.rate_iops[d] > 0;
  return paced;
}

namespace {

template <class From>
std::size_t take(From& from, std::span<fio::Io> most) {
  return from.next(most);
}
std::size_t take(std::shared_ptr<fio::Requests>& from, std::span<fio::Io> most) { return from->next(most); }

}  // namespace

bool Worker::look_ahead(const Driver& driver) {
  ahead_at = ahead_end = 0;
  if (verifying) {
    for (; ahead_end < ahead.size() && verify_at < written.size(); ++verify_at)
      ahead[ahead_end++] = {fio::Op::read, written[verify_at].offset, written[verify_at].length, Time()};
    return ahead_end > 0;
  }
  // Clones that share a trace take its requests in turn.
  const bool one = steered || (job.requests && job.numjobs > 1);
  const std::span most(ahead.data(), one ? 1 : ahead.size());
  ahead_end = std::visit([most](auto& from) { return take(from, most); }, source);
  // In a loop of their own, so that the processor has all of them under way at once.
  for (std::size_t i = 0; i < ahead_end; ++i) driver.prefetch(ahead[i].offset);
  return ahead_end > 0;
}

}  // namespace rainier::host
