#include "models/host/workers.hpp"

namespace rainier::host {

// Workers that share a core take turns: those that found it busy go in the order in which they came, before
// one that has just had it. One of them has its turn in the calendar; the others stand in line without an
// event, so that a turn costs the same however many wait.

bool Workers::gets_core(std::uint32_t number) {
  Worker& w = *workers_[number];
  Core& core = cores_[w.core];
  if (!w.promised && (core.promised || core.free_from > calendar_.now())) {
    line_up(number);
    return false;
  }
  if (w.promised) core.promised = w.promised = false;
  return true;
}

void Workers::line_up(std::uint32_t number) {
  Worker& w = *workers_[number];
  Core& core = cores_[w.core];
  if (!core.promised) return promise(number, core.free_from);
  w.turn_at = calendar_.now();  // no turn that others ask for comes before the one it waits for
  w.behind_it = nobody;
  (core.first == nobody ? core.first : workers_[core.last]->behind_it) = number;
  core.last = number;
}

void Workers::promise(std::uint32_t number, Time at) {
  Worker& w = *workers_[number];
  cores_[w.core].promised = w.promised = true;
  w.turn_at = at;
  post(at, event::step, number);
}

void Workers::free_core(Core& core, Time at) {
  core.free_from = at;
  if (core.first == nobody || core.promised) return;
  const std::uint32_t next = core.first;
  core.first = workers_[next]->behind_it;
  promise(next, at);
}

}  // namespace rainier::host
