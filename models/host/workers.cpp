#include "models/host/workers.hpp"

#include <algorithm>
#include <bit>

#include "models/host/fio/job_error.hpp"
#include "sim/kernel/invariant.hpp"

namespace rainier::host {
namespace {

constexpr Time sample_interval{500'000'000'000};
constexpr Time second{1'000'000'000'000};
constexpr Time rate_settles{2'000'000'000'000};  ///< fio judges no rate before

Worker::Source source_of(const fio::Job& job, std::uint64_t drive_bytes, std::uint32_t clone,
                         std::uint64_t seed) {
  if (job.requests) return job.requests;
  if (!job.read_iolog.empty()) return fio::Iolog(job, drive_bytes, clone);
  return fio::AddressStream(job, drive_bytes, clone, seed);
}

/// fio's groups of batch sizes: 0, up to 4, 8, 16, 32, 64, and more.
std::size_t batch_group(std::size_t n) {
  if (n <= 4) return n > 0;
  return std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(n - 1)) - 1, 6);
}

}  // namespace

Workers::Workers(const Params& params, const std::vector<fio::Job>& jobs, std::uint64_t drive_bytes,
                 Driver& driver, Calendar& calendar, std::uint64_t seed, std::uint32_t first)
    : params_(params), driver_(driver), calendar_(calendar), first_(first), cores_(params.cores) {
  std::uint32_t phase = 0, group = 0;
  for (const fio::Job& job : jobs) {
    if (job.verify != fio::Verify::none && driver.verifier() == nullptr)
      throw fio::JobError(job.origin, "verify",
                          "the drive carries no bytes to check: give it data: real (--set data=real)");
    if (job.stonewall && !workers_.empty()) ++phase;
    if ((job.stonewall || job.new_group) && !workers_.empty()) ++group;
    for (std::uint32_t clone = 0; clone < job.numjobs; ++clone) {
      const auto core = static_cast<std::uint32_t>(workers_.size() % params.cores);
      workers_.push_back(
          std::make_unique<Worker>(job, source_of(job, drive_bytes, clone, seed), core, seed, clone));
      workers_.back()->phase = phase;
      workers_.back()->queue = driver.queue_of(core);
      group_of_.push_back(group);
    }
  }
  phases_ = workers_.empty() ? 0 : phase + 1;
  for (auto& w : workers_) w->dozes = workers_.size() <= params.cores && !w->paced;
}

void Workers::start() { start_phase(); }

void Workers::start_phase() {
  while (phase_ < phases_ && running_ == 0) {
    for (std::uint32_t i = 0; i < workers_.size(); ++i) {
      Worker& w = *workers_[i];
      if (w.phase != phase_) continue;
      if (stopped_ || w.dismissed) {
        w.state = Worker::State::done;
        continue;
      }
      ++running_;
      w.state = Worker::State::running;
      Time delay = w.job.start_delay;
      if (w.job.start_delay_high > delay) {
        const auto span = static_cast<std::uint64_t>((w.job.start_delay_high - delay).ps());
        delay += Time(static_cast<std::int64_t>(w.random.below(span + 1)));
      }
      w.count_from(calendar_.now() + delay);
      post(w.counted_from, event::start, i);
    }
    if (running_ == 0) ++phase_;
  }
}

void Workers::begin(std::uint32_t number) {
  Worker& w = *workers_[number];
  if (w.state != Worker::State::running) return;  // stopped during its startdelay
  const Time now = calendar_.now();
  w.begun = w.ended = w.thought_at = now;
  w.count_from(now);
  if (w.job.ramp_time > Time()) {
    w.counting = false;
    w.count_from(now + w.job.ramp_time);
    post(w.counted_from, event::count, number);
  }
  post(w.counted_from + sample_interval, event::sample, number);
  if (w.job.steady_state) post(w.counted_from + w.job.steady_state->ramp, event::steady, number);
  if (has_least_rate(w.job)) post(w.counted_from + rate_settles, event::judge, number);
  schedule(number, now);
}

// What earlier workers of the drive had asked for (their next sample, say) concerns nobody any more.
void Workers::handle(Event e) {
  if (e.slot < first_) return;
  const std::uint32_t number = e.slot - first_;
  bookkeeping_ -= is_bookkeeping(e.handler);
  switch (e.handler) {
    case event::step:
      return step(number);
    case event::sample:
      return sample(number);
    case event::start:
      return begin(number);
    case event::count:
      return reset(*workers_[number], calendar_.now());
    case event::steady:
      return steady(number);
    case event::judge:
      return judge(number);
    default:
      invariant(false, "an event that is not the workers'");
  }
}

void Workers::schedule(std::uint32_t number, Time at) {
  Worker& w = *workers_[number];
  at = std::max(at, cores_[w.core].free_from);
  if (w.turn_at <= at) return;
  w.turn_at = at;
  post(at, event::step, number);
}

void Workers::completed(std::uint32_t request) {
  const std::uint32_t number = driver_[request].worker;
  Worker& w = *workers_[number];
  w.completed.push_back(request);
  if (!w.asleep) return;
  const Time core_free = cores_[w.core].free_from;
  const bool busy = w.dozes && calendar_.now() < core_free;
  if (!busy && w.completed.size() - w.completed_head < wanted(w)) return;
  w.asleep = false;
  schedule(number, busy ? core_free : calendar_.now() + params_.wakeup_time);
}

// One turn of fio's loop: take what has completed, then fill the queue. It costs the core time.
void Workers::step(std::uint32_t number) {
  Worker& w = *workers_[number];
  const Time now = calendar_.now();
  if (now != w.turn_at) return;  // an earlier turn was asked for in the meantime
  w.turn_at = Time::max();
  if (w.state == Worker::State::done && !w.promised) return;
  if (!gets_core(number)) return;
  Core& core = cores_[w.core];
  if (w.state == Worker::State::done) return free_core(core, core.free_from);
  w.due_at = Time();
  Time at = now;
  while (true) {
    const std::uint64_t before = finished_ + issued_;
    at = reap(w, at);
    if (w.state == Worker::State::running) at = fill(number, at);
    if (finished_ + issued_ == before || w.completed_head == w.completed.size()) break;
  }
  at = end_sync(number, at);
  w.busy += at - now;
  free_core(core, at);
  end_if_drained(number, at);
  if (w.state == Worker::State::done) return;
  // Completions that come while the core is busy are seen in the next turn, without a wake-up. Where nothing
  // else could happen in that turn, it is asked for when the first of them comes.
  w.asleep = at == now || w.in_flight == 0 || w.dozes;
  if (!w.asleep)
    schedule(number, at);
  else if (w.due_at > now)
    schedule(number, w.due_at);
}

Time Workers::reap(Worker& w, Time at) {
  const std::size_t ready = w.completed.size() - w.completed_head;
  if (ready == 0 || ready < wanted(w)) return at;
  // As many as the job asks for, and while the queue is full as many as bring it down to its low mark.
  std::size_t most = w.job.batch_complete_max == 0 ? ready : w.job.batch_complete_max;
  const std::uint32_t low = w.job.iodepth_low.value_or(w.job.iodepth);
  if (!w.filling && w.in_flight > low) most = std::max<std::size_t>(most, w.in_flight - low);
  const std::size_t taken = std::min(ready, most);
  for (std::size_t i = 0; i < taken; ++i) at = account(w, w.completed[w.completed_head + i], at);
  w.completed_head += taken;
  if (w.completed_head == w.completed.size()) {
    w.completed.clear();
    w.completed_head = 0;
  } else if (w.completed_head >= 64 && 2 * w.completed_head >= w.completed.size()) {
    // A worker that is never idle has some left at all times.
    w.completed.erase(w.completed.begin(),
                      w.completed.begin() + static_cast<std::ptrdiff_t>(w.completed_head));
    w.completed_head = 0;
  }
  ++w.complete_batch[batch_group(taken)];
  return at;
}

// As fio's manual has it, once after so many writes; reads and trims do not count. (fio 3.33 also syncs after
// each read until the next write, which later versions do not.) Nothing is synced after the last request, and
// where both are due the whole sync stands for both.
bool Workers::take_sync(Worker& w, fio::Io& io, Time at) {
  const bool whole = w.job.fsync > 0 && w.writes_since_sync >= w.job.fsync;
  const bool data = w.job.fdatasync > 0 && w.writes_since_datasync >= w.job.fdatasync;
  if ((!whole && !data) || !w.has_next(driver_, at)) return false;
  if (whole) w.writes_since_sync = 0;
  if (data) w.writes_since_datasync = 0;
  io = {whole ? fio::Op::sync : fio::Op::datasync, 0, 0, Time()};
  return true;
}

Time Workers::fill(std::uint32_t number, Time at) {
  Worker& w = *workers_[number];
  if (!w.filling && w.in_flight <= w.job.iodepth_low.value_or(w.job.iodepth - 1)) w.filling = true;
  if (w.paced) {
    at = fill_paced(number, at);
  } else {
    while (w.filling && w.in_flight < w.job.iodepth) {
      fio::Io io;
      if (must_end(w, at) || !w.next(io, driver_, at)) {
        w.exhausted = true;
        w.state = Worker::State::draining;
        break;
      }
      at = submit(number, io, at);
      // As in fio, a completion is taken after each request once the queue has been full.
      if (w.completed_head < w.completed.size() && w.in_flight >= w.job.iodepth) break;
    }
  }
  if (!w.batch.empty()) ring_batch(w, at);
  if (w.in_flight >= w.job.iodepth) w.filling = false;
  return at;
}

Time Workers::fill_paced(std::uint32_t number, Time at) {
  Worker& w = *workers_[number];
  while (w.filling && !w.syncing && w.in_flight < w.job.iodepth) {
    w.exhausted = must_end(w, at);
    if (!w.exhausted && !w.pending) {
      fio::Io io;
      if (take_sync(w, io, at) || w.next(io, driver_, at))
        w.pending = io;
      else
        w.exhausted = true;
    }
    if (w.exhausted) {
      w.pending.reset();
      w.state = Worker::State::draining;
      break;
    }
    at = think(w, at);
    if (!due(w, at)) break;
    const fio::Io io = *w.pending;
    w.pending.reset();
    if (w.job.requests && w.counting && io.not_before > Time())
      w.lateness.add(static_cast<std::uint64_t>((at - w.begun - io.not_before).ns()));
    at = submit(number, io, at);
    if (w.completed_head < w.completed.size() && w.in_flight >= w.job.iodepth) break;
  }
  if (w.due_at > Time()) w.due_at = std::min(w.due_at, w.time_up);
  return at;
}

Time Workers::submit(std::uint32_t number, const fio::Io& io, Time at) {
  Worker& w = *workers_[number];
  const std::uint32_t request = driver_.take();
  Request& r = driver_[request];
  r.op = io.op;
  r.offset = io.offset;
  r.length = io.length;
  r.worker = number;
  r.queue = w.queue;
  r.start = at;
  at += params_.submit_time;
  r.submitted = at;
  if (driver_.verifier() != nullptr) [[unlikely]]
    give_memory(w, request);
  ++w.in_flight;
  ++issued_;
  ++w.depth_level[std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(w.in_flight)) - 1, 6)];
  if (is_sync(io.op))
    w.syncing = true;
  else if (w.paced)
    pace(w, io);
  if (io.op == fio::Op::write) {
    ++w.writes_since_sync;
    ++w.writes_since_datasync;
  }
  if (w.job.batch_submit <= 1) {
    ++w.submit_batch[1];
    driver_.submit(request, at);
    return at;
  }
  w.batch.push_back(request);
  if (w.batch.size() >= w.job.batch_submit || w.syncing) ring_batch(w, at);
  return at;
}

void Workers::ring_batch(Worker& w, Time at) {
  if (w.batch.empty()) return;
  ++w.submit_batch[batch_group(w.batch.size())];
  for (const std::uint32_t request : w.batch) driver_.submit(request, at);
  w.batch.clear();
}

void Workers::end_if_drained(std::uint32_t number, Time at) {
  Worker& w = *workers_[number];
  if (w.state != Worker::State::draining || w.in_flight > 0) return;
  if (read_back(w)) return schedule(number, at);
  w.state = Worker::State::done;
  w.ended = std::max(w.ended, at);
  if (w.job.exit_all != fio::ExitAll::none) end_others(number);
  if (--running_ > 0) return;
  ++phase_;
  start_phase();
}

void Workers::sample(std::uint32_t number) {
  Worker& w = *workers_[number];
  if (w.state == Worker::State::done || w.state == Worker::State::waiting) return;
  for (std::size_t d = 0; d < fio::data_directions; ++d) {
    const DirectionResult& r = w.direction[d];
    if (r.ios == 0) continue;
    w.bandwidth_samples[d].add(static_cast<double>(r.bytes - w.sampled_bytes[d]) / 1024 /
                               sample_interval.seconds());
    w.iops_samples[d].add(static_cast<double>(r.ios - w.sampled_ios[d]) / sample_interval.seconds());
    w.sampled_bytes[d] = r.bytes;
    w.sampled_ios[d] = r.ios;
  }
  post(calendar_.now() + sample_interval, event::sample, number);
}

void Workers::stop() {
  stopped_ = true;
  for (std::uint32_t i = 0; i < workers_.size(); ++i) {
    Worker& w = *workers_[i];
    if (w.state == Worker::State::running) schedule(i, calendar_.now());
  }
}

void Workers::reset(Worker& w, Time at) {
  w.counting = true;
  w.count_from(at);
  w.direction = {};
  w.stages = {};
  w.sync_lat = {};
  w.lateness = {};
  w.depth_level = {};
  w.submit_batch = {};
  w.complete_batch = {};
  w.sampled_ios = {};
  w.sampled_bytes = {};
  w.bandwidth_samples = {};
  w.iops_samples = {};
  w.steady_seen.reset();
  w.judged_from.reset();
  w.busy = Time();
}

void Workers::reset_statistics() {
  for (auto& w : workers_)
    if (w->state == Worker::State::running) reset(*w, calendar_.now());
}

StageTimes Workers::stages(std::size_t direction) const {
  StageTimes all;
  for (const auto& w : workers_) {
    for (std::size_t i = 0; i < all.sum.size(); ++i) all.sum[i] += w->stages[direction].sum[i];
    all.total += w->stages[direction].total;
    all.requests += w->stages[direction].requests;
  }
  return all;
}

Time Workers::core_busy() const {
  Time all;
  for (const auto& w : workers_) all += w->busy;
  return all;
}

}  // namespace rainier::host
