#include "models/drive/simulation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "models/controller/guard.hpp"
#include "models/ftl/functional.hpp"
#include "sim/archive/archive.hpp"

namespace rainier::drive {

Simulation::Simulation(const controller::DriveConfig& drive, const host::Params& host, std::uint64_t seed,
                       Calendar::Kind kind)
    : host_(host),
      seed_(seed),
      calendar_(kind),
      controller_(drive, calendar_, seed),
      driver_(host, controller_, calendar_) {}

bool Simulation::precondition(const std::vector<Pass>& passes, const Progress& progress) {
  const double logical = controller_.ftl().logical_pages();
  const std::uint64_t page = controller_.config().unit_bytes();
  double total = 0, done = 0;
  for (const Pass& pass : passes) total += pass.capacities;
  for (const Pass& pass : passes) {
    const double run = std::max<double>(static_cast<double>(pass.block_bytes / page), 1);
    const auto blocks =
        static_cast<std::uint64_t>(std::llround(pass.capacities * logical / std::min(run, logical)));
    const auto whole = [&](double share) { return progress((done + share * pass.capacities) / total); };
    if (!write_untimed({pass.kind, pass.block_bytes, blocks, 0}, progress ? Progress(whole) : Progress()))
      return false;
    done += pass.capacities;
  }
  return true;
}

bool Simulation::write_untimed(const UntimedWrites& writes, const Progress& progress) {
  if (!controller_.idle()) throw std::logic_error("the functional tier needs a drive at rest");
  controller_.hand_over();
  controller::Guard* guard = controller_.guard();
  const std::vector<bool> written = guard && guard->real() ? units_of(writes) : std::vector<bool>();
  if (guard) guard->lift();
  ftl::Functional functional(controller_.ftl());
  const bool finished = write(functional, writes, progress);
  controller_.restore_dies();
  if (guard) guard->settle(written);
  if (host::Verifier* verifier = driver_.verifier())
    for (std::uint64_t unit = 0; unit < written.size(); ++unit)
      if (written[unit])
        verifier->overwritten(unit * controller_.config().unit_bytes(), controller_.config().unit_bytes());
  return finished;
}

void Simulation::archive(Archive& archive) {
  controller::Guard* guard = controller_.guard();
  if (calendar_.now() != Time() || !controller_.idle() || (guard && guard->real()))
    throw std::logic_error("a drive is kept as preconditioning leaves it, and without bytes");
  controller_.hand_over();
  if (guard) guard->lift();
  controller_.ftl().archive(archive);
  archive.value(passes_);
  if (archive.reading()) controller_.restore_dies();
  if (guard) guard->settle({});
}

/// The mapping units that these writes are about to replace: by the same random numbers.
std::vector<bool> Simulation::units_of(const UntimedWrites& writes) const {
  const std::uint64_t logical = controller_.ftl().logical_pages();
  const std::uint64_t page = controller_.config().unit_bytes();
  const std::uint64_t run = run_of(writes);
  std::vector<bool> units(logical, false);
  Philox random(seed_, "precondition", passes_);
  for (std::uint64_t i = 0; i < writes.blocks; ++i) {
    const bool in_order = writes.kind == Pass::Kind::sequential;
    const std::uint64_t first =
        in_order ? writes.first_byte / page + i * run : random.below(logical / run) * run;
    for (std::uint64_t unit = 0; unit < run; ++unit) units[(first + unit) % logical] = true;
  }
  return units;
}

std::uint32_t Simulation::run_of(const UntimedWrites& writes) const {
  const std::uint64_t units = writes.block_bytes / controller_.config().unit_bytes();
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::max<std::uint64_t>(units, 1), controller_.ftl().logical_pages()));
}

// In steps of about a million units, so that whoever waits learns how far it has come.
bool Simulation::write(ftl::Functional& functional, const UntimedWrites& writes, const Progress& progress) {
  const std::uint64_t page = controller_.config().unit_bytes();
  const std::uint64_t logical = controller_.ftl().logical_pages();
  const std::uint32_t run = run_of(writes);
  const std::uint64_t step = std::max<std::uint64_t>(
      std::uint64_t{1} << 20 >> std::min<std::uint32_t>(20, std::uint32_t(std::bit_width(run)) - 1), 1);
  Philox random(seed_, "precondition", passes_++);
  for (std::uint64_t at = 0; at < writes.blocks; at += step) {
    const std::uint64_t count = std::min(step, writes.blocks - at);
    if (writes.kind == Pass::Kind::sequential)
      functional.write_sequential(static_cast<ftl::Lpn>((writes.first_byte / page + at * run) % logical),
                                  count * run);
    else
      functional.write_random(count, run, random);
    if (progress && !progress(static_cast<double>(at + count) / static_cast<double>(writes.blocks)))
      return false;
  }
  return true;
}

void Simulation::use(const host::Params& host) {
  if (!done()) throw std::logic_error("jobs are still running");
  host_ = host;
  driver_.use(host);
}

void Simulation::load(const std::vector<fio::Job>& jobs) {
  if (!done()) throw std::logic_error("jobs are still running");
  const std::uint32_t before =
      earlier_workers_ + (workers_ ? static_cast<std::uint32_t>(workers_->count()) : 0);
  auto workers = std::make_unique<host::Workers>(host_, jobs, controller_.config().capacity_bytes, driver_,
                                                 calendar_, seed_ + loads_, before);
  ++loads_;
  earlier_workers_ = before;
  if (workers_) {
    earlier_requests_ += workers_->finished();
    earlier_bytes_ += workers_->finished_bytes();
    earlier_cores_ += workers_->core_busy();
  }
  workers_ = std::move(workers);
  workers_->start();
}

inline void Simulation::dispatch(Event event) {
  if (event.handler < controller::event::interrupt)
    controller_.handle(event);
  else if (event.handler <= host::event::last_of_driver)
    driver_.handle(event, [this](std::uint32_t request) { workers_->completed(request); });
  else {
    workers_->handle(event);
    if (workers_->done()) calendar_.stop();
  }
}

void Simulation::run(Time until) {
  if (observer_ != nullptr) return run_observed(until);
  calendar_.run(until, [this](Event event) { dispatch(event); });
}

[[gnu::noinline]] void Simulation::run_observed(Time until) {
  calendar_.run(until, [this](Event event) {
    observer_->before(event);
    dispatch(event);
  });
}

void Simulation::advance(Time span) {
  if (!done()) run(calendar_.now() + span);
}

void Simulation::drain() {
  if (!workers_) return;
  workers_->stop();
  while (!done()) {
    if (stuck()) throw std::logic_error("requests are under way, but nothing is left to happen");
    advance(Time(1'000'000'000'000));
  }
}

void Simulation::settle(Time at_most) {
  const Time end = calendar_.now() + at_most;
  controller_.release_held();
  while (!controller_.idle() && !calendar_.empty() && calendar_.now() < end) {
    run(calendar_.now() + at_most / 100);
    controller_.release_held();  // of what GC has copied in the meantime
  }
}

void Simulation::rest(Time span) {
  if (!done()) throw std::logic_error("jobs are still running");
  const Time end = calendar_.now() + span;
  while (calendar_.now() < end) run(end);
}

Usage Simulation::usage() const {
  Usage u;
  u.at = calendar_.now();
  u.flash = controller_.flash().counters();
  u.controller = controller_.counters();
  u.ftl = controller_.ftl().counters();
  u.pipeline = controller_.cores().command_busy();
  u.map_cores = controller_.cores().map_busy();
  u.link_up = controller_.link().up().busy();
  u.link_down = controller_.link().down().busy();
  u.dram = controller_.dram().bus().busy();
  u.cores = earlier_cores_ + (workers_ ? workers_->core_busy() : Time());
  for (std::size_t i = 0; i < power::uses; ++i)
    u.joules[i] = controller_.meter().joules(static_cast<power::Use>(i));
  u.posted_bytes = controller_.link().posted_bytes();
  u.fetched_bytes = controller_.link().fetched_bytes();
  u.interrupts = driver_.interrupts();
  u.commands = driver_.commands();
  u.slot_waits = driver_.slot_waits();
  u.requests = earlier_requests_ + (workers_ ? workers_->finished() : 0);
  u.request_bytes = earlier_bytes_ + (workers_ ? workers_->finished_bytes() : 0);
  u.events = calendar_.processed();
  return u;
}

std::vector<std::string> Simulation::broken_laws() const {
  std::vector<std::string> broken;
  const auto equal = [&broken](const char* what, std::uint64_t a, std::uint64_t b) {
    if (a != b) broken.push_back(fmt::format("{}: {} is not {}", what, a, b));
  };
  const ftl::Ftl& ftl = controller_.ftl();
  equal("valid pages are mapped pages", ftl.valid(), ftl.mapped());
  if (!done() || !workers_) return broken;
  equal("requests issued have ended", workers_->issued(), workers_->finished());
  equal("no request is left in the driver", driver_.outstanding(), 0);
  equal("no command slot is left in use", driver_.slots_used(), 0);
  equal("the write buffer is empty",
        controller_.buffer_used() *
            (controller_.config().controller.acknowledge == controller::Acknowledge::program),
        0);
  const auto& c = controller_.counters();
  const std::uint64_t commands = c.commands[0] + c.commands[1] + c.commands[2] + c.commands[3];
  equal("commands sent have completed", driver_.commands(), commands);
  const std::uint64_t completions = commands * controller_.config().controller.completion_bytes;
  const controller::Guard* guard = controller_.guard();
  if (guard && guard->power() != nullptr && guard->power()->counters().losses > 0) return broken;
  equal("bytes posted over the link are read data, completions and interrupts",
        controller_.link().posted_bytes(),
        c.read_bytes - c.refused_bytes + completions +
            controller_.link().interrupt_bytes() * controller_.coalescer().raised());
  return broken;
}

}  // namespace rainier::drive
