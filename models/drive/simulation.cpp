#include "models/drive/behind_bridge.hpp"

#include <fmt/format.h>

#include <algorithm>
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
      own_calendar_(drive.bridge.is_there() ? std::make_unique<Calendar>(kind) : nullptr),
      controller_(drive, own_calendar_ ? *own_calendar_ : calendar_, seed),
      others_(others_of(drive, seed, kind)),
      bridge_(make_bridge()),
      driver_(host, bridge_ ? host::Device(*bridge_) : host::Device(controller_), calendar_) {}

bool Simulation::precondition(const std::vector<Pass>& passes, const Progress& progress) {
  const double members = bridge_ ? static_cast<double>(bridge_->members().size()) : 1;
  const double logical = members * controller_.ftl().logical_pages();
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
  if (!idle()) throw std::logic_error("the functional tier needs a drive at rest");
  if (bridge_) return write_behind_bridge(writes, progress);
  controller::Guard* guard = controller_.guard();
  const std::vector<bool> written = guard && guard->real() ? units_of(writes) : std::vector<bool>();
  if (guard) {
    controller_.hand_over();
    guard->lift();
  }
  const bool finished = write_one(controller_, writes, progress, seed_);
  ++passes_;
  if (guard) guard->settle(written);
  if (host::Verifier* verifier = driver_.verifier())
    for (std::uint64_t unit = 0; unit < written.size(); ++unit)
      if (written[unit])
        verifier->overwritten(unit * controller_.config().unit_bytes(), controller_.config().unit_bytes());
  return finished;
}

void Simulation::archive(Archive& archive) {
  for (const controller::Controller* drive : drives())
    if (calendar_.now() != Time() || !idle() || (drive->guard() && drive->guard()->real()))
      throw std::logic_error("a drive is kept as preconditioning leaves it, and without bytes");
  for (controller::Controller* drive : drives()) {
    drive->hand_over();
    if (drive->guard()) drive->guard()->lift();
    drive->ftl().archive(archive);
    if (archive.reading()) drive->restore_dies();
    if (drive->guard()) drive->guard()->settle({});
  }
  archive.value(passes_);
}

void Simulation::archive_life(Archive& archive) {
  if (bridge_ || !controller_.at_rest()) throw std::logic_error("a drive is kept when it is at rest");
  controller::Guard* guard = controller_.guard();
  controller_.hand_over();
  if (guard) guard->lift();
  Time powered = this->powered();
  archive.value(powered);
  if (archive.reading()) earlier_ = powered - now();
  archive.value(passes_);
  controller_.archive(archive);
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
bool Simulation::write_one(controller::Controller& drive, const UntimedWrites& writes,
                           const Progress& progress, std::uint64_t seed) {
  drive.hand_over();
  ftl::Functional functional(drive.ftl());
  const bool finished = write(functional, writes, progress, seed);
  drive.restore_dies();
  return finished;
}

bool Simulation::write(ftl::Functional& functional, const UntimedWrites& writes, const Progress& progress,
                       std::uint64_t seed) {
  const std::uint64_t page = controller_.config().unit_bytes();
  const std::uint64_t logical = controller_.ftl().logical_pages();
  const std::uint32_t run = run_of(writes);
  const std::uint64_t step = std::max<std::uint64_t>(
      std::uint64_t{1} << 20 >> std::min<std::uint32_t>(20, std::uint32_t(std::bit_width(run)) - 1), 1);
  Philox random(seed, "precondition", passes_);
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
  auto workers = std::make_unique<host::Workers>(host_, jobs, controller_.config().host_bytes(), driver_,
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
  if (bridge_) return run_behind_bridge(until);
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
  const std::vector<controller::Controller*> all = drives();
  const auto release_held = [&] {
    std::for_each(all.begin(), all.end(), [](auto* d) { d->release_held(); });
  };
  release_held();
  while (!idle() && (bridge_ || !calendar_.empty()) && calendar_.now() < end) {
    run(calendar_.now() + at_most / 100);
    release_held();  // of what GC has copied in the meantime
  }
}

void Simulation::rest(Time span) {
  if (!done()) throw std::logic_error("jobs are still running");
  const Time end = calendar_.now() + span;
  while (calendar_.now() < end) run(end);
}

std::uint32_t Simulation::put(fio::Op op, std::uint64_t offset, std::uint64_t length, std::byte* memory) {
  const std::uint32_t request = driver_.take();
  host::Request& r = driver_[request];
  r.op = op;
  r.offset = offset;
  r.length = length;
  r.start = now();
  driver_.set_memory(request, memory);
  driver_.submit(request, now() + host_.submit_time);
  return request;
}

Usage Simulation::usage() const {
  Usage u;
  u.at = calendar_.now();
  for (const controller::Controller* drive : drives()) u.add(*drive);
  u.cores = earlier_cores_ + (workers_ ? workers_->core_busy() : Time());
  if (bridge_) {
    u.bridge = bridge_->busy();
    u.uplink_up = bridge_->uplink().up().busy();
    u.uplink_down = bridge_->uplink().down().busy();
  }
  u.interrupts = driver_.interrupts();
  u.commands = driver_.commands();
  u.slot_waits = driver_.slot_waits();
  u.doorbells = controller_.nvme() ? controller_.nvme()->doorbells() : 0;
  u.requests = earlier_requests_ + (workers_ ? workers_->finished() : 0);
  u.request_bytes = earlier_bytes_ + (workers_ ? workers_->finished_bytes() : 0);
  u.events = calendar_.processed() + (bridge_ ? bridge_->events() : 0);
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
  if (bridge_) {
    add_laws_of_bridge(broken);
    return broken;
  }
  equal("the write buffer is empty",
        controller_.buffer_used() *
            (controller_.config().controller.acknowledge == controller::Acknowledge::program),
        0);
  const auto& c = controller_.counters();
  const std::uint64_t commands = c.commands[0] + c.commands[1] + c.commands[2] + c.commands[3];
  equal("commands sent have completed", driver_.commands(), commands);
  const std::uint64_t completions = commands * controller_.config().controller.bytes_of_completion();
  const controller::Guard* guard = controller_.guard();
  if (guard && guard->power() != nullptr && guard->power()->counters().losses > 0) return broken;
  equal("bytes posted over the link are read data, completions and interrupts",
        controller_.link().posted_bytes(),
        c.read_bytes - c.refused_bytes + completions +
            c.error_logs * controller::Controller::error_log_bytes +
            controller_.link().interrupt_bytes() * controller_.interrupts_raised());
  if (const controller::SubmissionQueues* nvme = controller_.nvme())
    equal("entries of submission queues have been fetched", nvme->fetched(), driver_.commands());
  return broken;
}

}  // namespace rainier::drive
