#include <fmt/format.h>

#include <cerrno>

#include "models/host/workers.hpp"

namespace rainier::host {

void Workers::dismiss(std::uint32_t number) {
  Worker& w = *workers_[number];
  w.dismissed = true;
  if (w.state == Worker::State::running) schedule(number, calendar_.now());
}

// exitall: those that exit_what names end with this one, also those whose turn has not come.
void Workers::end_others(std::uint32_t number) {
  const fio::ExitAll what = workers_[number]->job.exit_all;
  for (std::uint32_t i = 0; i < workers_.size(); ++i) {
    const bool of_group = group_of_[i] == group_of_[number];
    const bool has_begun = workers_[i]->state != Worker::State::waiting;
    if (what == fio::ExitAll::all || (what == fio::ExitAll::group ? of_group : has_begun)) dismiss(i);
  }
}

// end_fsync: one sync when the last write has come back.
Time Workers::end_sync(std::uint32_t number, Time at) {
  Worker& w = *workers_[number];
  const bool owed = w.job.end_fsync && w.job.writes && !w.end_synced && !stopped_;
  if (!owed || w.state != Worker::State::draining || w.in_flight > 0) return at;
  w.end_synced = true;
  return submit(number, {fio::Op::sync, 0, 0, Time()}, at);
}

bool Workers::has_least_rate(const fio::Job& job) {
  for (std::size_t d = 0; d < fio::data_directions; ++d)
    if (job.rate_min[d] > 0 || job.rate_iops_min[d] > 0) return true;
  return false;
}

// rate_min and rate_iops_min: every rate_cycle, each direction that has done anything must have kept its
// least rate; else the job ends with an error, as in fio.
void Workers::judge(std::uint32_t number) {
  Worker& w = *workers_[number];
  if (w.state != Worker::State::running) return;
  fio::PerDirection<Worker::Done> done;
  for (std::size_t d = 0; d < fio::data_directions; ++d) done[d] = {w.direction[d].ios, w.direction[d].bytes};
  if (w.judged_from) {
    const double seconds = w.job.rate_cycle.seconds();
    for (std::size_t d = 0; d < fio::data_directions; ++d) {
      const double bytes = static_cast<double>(done[d].bytes - (*w.judged_from)[d].bytes) / seconds;
      const double ios = static_cast<double>(done[d].ios - (*w.judged_from)[d].ios) / seconds;
      if (done[d].ios == 0) continue;
      if (bytes < static_cast<double>(w.job.rate_min[d]))
        w.error_text = fmt::format("rate_min={}B/s not met, got {:.0f}B/s", w.job.rate_min[d], bytes);
      else if (ios < static_cast<double>(w.job.rate_iops_min[d]))
        w.error_text = fmt::format("rate_iops_min={} not met, got {:.0f}", w.job.rate_iops_min[d], ios);
      else
        continue;
      w.error = EIO;
      dismiss(number);
      return;
    }
  }
  w.judged_from = done;
  post(calendar_.now() + w.job.rate_cycle, event::judge, number);
}

}  // namespace rainier::host
