#include <algorithm>

#include "models/host/workers.hpp"

namespace rainier::host {

// A pause begins when all that is under way has come back: first the core spins, then the worker sleeps. Both
// values of thinktime_blocks_type come to the same, as those blocks are issued at once and waited for.
Time Workers::think(Worker& w, Time at) {
  const Time after = w.job.thinktime_iotime;
  if (after > Time() && at - w.thought_at >= after) w.thinking = true;
  if (!w.thinking || w.in_flight > 0) return at;
  if (w.think_until == Time()) {
    w.think_until = at + w.job.thinktime;
    at += w.job.thinktime_spin;
  }
  if (at < w.think_until) return at;
  w.thinking = false;
  w.think_until = Time();
  w.thought_at = at;
  return at;
}

// Whether the pending request may go now; if not, `due_at` says when, unless a completion comes first.
bool Workers::due(Worker& w, Time at) {
  if (w.thinking) {
    if (w.in_flight > 0) return false;
    w.due_at = w.think_until;
    return false;
  }
  const fio::Io& io = *w.pending;
  Time earliest = io.not_before == Time() ? Time() : w.begun + io.not_before;
  if (!is_sync(io.op)) earliest = std::max(earliest, w.next_issue[static_cast<std::size_t>(io.op)]);
  if (at >= earliest) return true;
  w.due_at = earliest;
  return false;
}

void Workers::pace(Worker& w, const fio::Io& io) {
  const auto d = static_cast<std::size_t>(io.op);
  const double per_second = w.job.rate_iops[d] > 0 ? static_cast<double>(w.job.rate_iops[d])
                            : w.job.rate[d] > 0
                                ? static_cast<double>(w.job.rate[d]) / static_cast<double>(io.length)
                                : 0;
  if (per_second > 0) {
    const double gap = (w.job.poisson ? w.random.exponential() : 1.0) / per_second;
    w.next_issue[d] = std::max(w.next_issue[d], w.begun) + Time(static_cast<std::int64_t>(gap * 1e12 + 0.5));
  }
  const std::uint32_t blocks = w.job.thinktime_blocks;
  if (w.job.thinktime > Time() && blocks > 0 && ++w.blocks_since_think >= blocks) {
    w.blocks_since_think = 0;
    w.thinking = true;
  }
}

}  // namespace rainier::host
