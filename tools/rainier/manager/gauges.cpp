#include "tools/rainier/manager/gauges.hpp"

#include <algorithm>
#include <cmath>

#include "models/controller/guard.hpp"
#include "tools/rainier/die_map.hpp"

namespace rainier::manager {
namespace {

using channel::FlashOp;
using channel::Kind;
using channel::Source;

constexpr std::array states{DieState::idle,       DieState::read,   DieState::program, DieState::erase,
                            DieState::collection, DieState::parity, DieState::rebuild, DieState::upkeep};
constexpr std::chrono::seconds between_wear{3};
constexpr double smoothed_seconds = 1;  // of the pace that is achieved

std::size_t state_of(const FlashOp* op) {
  if (op == nullptr) return 0;
  if (op->kind == Kind::erase) return 3;
  switch (op->source) {
    case Source::host:
      return op->kind == Kind::read ? 1 : 2;
    case Source::gc:
      return 4;
    case Source::parity:
      return 5;
    case Source::rain:
      return 6;
    case Source::merge:
    case Source::scrub:
    case Source::map:
      break;
  }
  return 7;
}

double us(std::uint64_t ns) { return static_cast<double>(ns) / 1e3; }

/// Of what was added to `now` since `before`, which is `now` then.
Latency latency_since(Histogram& before, const Histogram& now) {
  Histogram span = now;
  span -= before;
  before = now;
  Latency l;
  l.count = span.count();
  if (l.count == 0) return l;
  l.mean = span.mean() / 1e3;
  l.p50 = us(span.percentile(50));
  l.p90 = us(span.percentile(90));
  l.p99 = us(span.percentile(99));
  l.p999 = us(span.percentile(99.9));
  l.max = us(span.percentile(100));
  return l;
}

double share(Time part, Time whole) { return whole > Time() ? part.seconds() / whole.seconds() : 0; }

}  // namespace

Gauges::Gauges(const controller::Controller& drive, health::Identity identity)
    : drive_(drive), marks_(drive.flash().dies()), made_(Clock::now()), last_(made_) {
  status_.identity = std::move(identity);
  fill_shape();
}

void Gauges::fill_shape() {
  const controller::DriveConfig& c = drive_.config();
  status_.shape = {c.channel.channels,     c.channel.dies,
                   c.nand.planes,          c.nand.blocks_per_plane,
                   c.nand.pages_per_block, c.nand.page_bytes,
                   c.raw_bytes(),          c.nand.cells == nand::Cells::slc ? "SLC" : "MLC"};
  status_.slots = c.controller.slots;
  status_.rain.data = c.ftl.parity;
  status_.temperature.throttle = c.thermal.throttle;
  status_.temperature.shutdown = c.thermal.shutdown;
  status_.temperature.throttles = c.thermal.throttles;
  status_.watts.cap = c.power.governor ? c.power.cap_watts : 0;
  status_.watts.idle = c.power.idle_watts;
  status_.wear.rated_cycles = static_cast<double>(c.nand.rated_cycles);
  const auto dies = drive_.flash().dies();
  status_.dies.assign(dies, DieState::idle);
  status_.busy.assign(dies, 0);
  status_.bus_busy.assign(drive_.flash().channels(), 0);
  busy_.assign(dies, Time());
  bus_busy_.assign(drive_.flash().channels(), Time());
}

void Gauges::look() {
  for (std::uint32_t die = 0; die < marks_.size(); ++die)
    ++marks_[die][state_of(drive_.flash().in_array(die))];
}

double Gauges::rate(double count, const drive::Usage& span) const {
  return span.at > Time() ? count / span.seconds() : 0;
}

Status Gauges::read(const Reading& reading) {
  const auto now = Clock::now();
  const drive::Usage span = reading.usage - before_;
  before_ = reading.usage;
  look();
  status_.seconds = reading.usage.at.seconds();
  status_.wall_seconds = std::chrono::duration<double>(now - made_).count();
  const double wall = std::chrono::duration<double>(now - last_).count();
  last_ = now;
  if (wall > 0) {
    const double weight = 1 - std::exp(-wall / smoothed_seconds);
    achieved_ += weight * (span.seconds() / wall - achieved_);
  }
  status_.pace = reading.pace;
  status_.pace.achieved = achieved_;
  status_.locating = reading.locating;
  status_.clients = reading.clients;
  status_.errors = reading.errors;
  fill_load(reading, span);
  fill_health(reading);
  fill_energy(span);
  fill_writes(reading.usage, span);
  fill_rain(span);
  fill_dies(span);
  fill_wear_of_dies(now, reading.usage.ftl.erases);
  return status_;
}

void Gauges::fill_load(const Reading& reading, const drive::Usage& span) {
  using controller::Operation;
  const auto commands = [&span](Operation operation) {
    return static_cast<double>(span.controller.commands[static_cast<std::size_t>(operation)]);
  };
  status_.read = {
      rate(commands(Operation::read), span), rate(static_cast<double>(span.controller.read_bytes), span), {}};
  status_.write = {rate(commands(Operation::write), span),
                   rate(static_cast<double>(span.controller.write_bytes), span),
                   {}};
  status_.trims = rate(commands(Operation::trim), span);
  if (reading.reads != nullptr) status_.read.latency = latency_since(reads_, *reading.reads);
  if (reading.writes != nullptr) status_.write.latency = latency_since(writes_, *reading.writes);
  status_.depth = share(span.controller.slot_time, span.at);
}

void Gauges::fill_health(const Reading& reading) {
  const health::Vitals& v = reading.vitals;
  const controller::Guard* guard = drive_.guard();
  status_.temperature.now = v.temperature;
  status_.temperature.lowest = v.lowest;
  status_.temperature.highest = v.highest;
  status_.temperature.ambient = drive_.thermal().ambient();
  status_.temperature.throttling = status_.temperature.throttles && drive_.thermal().allowed_watts() >= 0;
  status_.temperature.shut_down = v.shut_down;
  status_.starting = guard != nullptr && guard->power() != nullptr && guard->power()->is_down();
  status_.wear.percent_of_life = v.percent_of_life;
  status_.wear.mean_erases = v.mean_erases;
  status_.wear.spare = v.spare_blocks;
  status_.wear.spare_left = v.spare_blocks_left;
  status_.wear.write_protected = v.write_protected;
  status_.attributes = health::attributes_of(v, drive_.config().health.unreported);
  status_.passed = health::passes(status_.attributes, v);
  status_.events = reading.events;
}

/// The mean over the span; where none passed, as it was.
void Gauges::fill_energy(const drive::Usage& span) {
  if (span.at <= Time()) return;
  for (std::size_t i = 0; i < power::uses; ++i) status_.watts.parts[i] = span.joules[i] / span.seconds();
  status_.watts.now = status_.watts.idle + span.active_joules() / span.seconds();
}

void Gauges::fill_writes(const drive::Usage& usage, const drive::Usage& span) {
  const auto amplification = [](const ftl::Counters& c) {
    return c.host_writes == 0 ? 0
                              : static_cast<double>(c.host_writes + c.copies + c.parity) /
                                    static_cast<double>(c.host_writes);
  };
  const auto unit = static_cast<double>(drive_.config().unit_bytes());
  status_.wear.amplification = amplification(usage.ftl);
  status_.wear.amplification_now = amplification(span.ftl);
  status_.wear.host_bytes = unit * static_cast<double>(usage.ftl.host_writes);
  status_.wear.media_bytes =
      unit * static_cast<double>(usage.ftl.host_writes + usage.ftl.copies + usage.ftl.parity);
  status_.collection = {span.ftl.copies > 0 || span.ftl.erases > 0,
                        rate(static_cast<double>(span.ftl.copies), span),
                        rate(static_cast<double>(span.ftl.erases), span), drive_.ftl().free_superblocks(),
                        drive_.ftl().superblocks().count()};
  status_.rain.parity_bytes_per_second = rate(unit * static_cast<double>(span.ftl.parity), span);
}

void Gauges::fill_rain(const drive::Usage&) {
  Status::Rain& r = status_.rain;
  r.state = r.data == 0 ? RainState::none : RainState::whole;
  const controller::Guard* guard = drive_.guard();
  if (guard == nullptr) return;
  const controller::GuardCounters& counts = guard->counters();
  r.reconstructed = counts.reconstructed;
  r.uncorrectable = counts.uncorrectable;
  r.lost_pages = counts.lost_pages;
  r.lost_dies = 0;
  for (std::uint32_t die = 0; die < drive_.flash().dies(); ++die)
    r.lost_dies += guard->failures().is_lost(die) ? 1 : 0;
  const std::uint64_t left = guard->blocks_to_rebuild();
  if (r.blocks_left == 0 && left > 0) rebuilt_before_ = counts.rebuilt_blocks;
  r.blocks_left = left;
  r.blocks_done = counts.rebuilt_blocks - rebuilt_before_;
  if (r.state == RainState::none) return;
  if (left > 0)
    r.state = RainState::rebuilding;
  else if (counts.lost_pages > 0 || guard->write_protected())
    r.state = RainState::degraded;
}

void Gauges::fill_dies(const drive::Usage& span) {
  const channel::FlashArray& flash = drive_.flash();
  const controller::Guard* guard = drive_.guard();
  for (std::uint32_t die = 0; die < marks_.size(); ++die) {
    Marks& marks = marks_[die];
    const auto busiest = std::max_element(marks.begin() + 1, marks.end());
    status_.dies[die] =
        *busiest == 0 ? DieState::idle : states[static_cast<std::size_t>(busiest - marks.begin())];
    if (guard != nullptr && guard->failures().is_lost(die)) status_.dies[die] = DieState::lost;
    marks = {};
    status_.busy[die] = share(flash.die_busy(die) - busy_[die], span.at);
    busy_[die] = flash.die_busy(die);
  }
  for (std::uint32_t bus = 0; bus < bus_busy_.size(); ++bus) {
    status_.bus_busy[bus] = share(flash.bus_busy(bus) - bus_busy_[bus], span.at);
    bus_busy_[bus] = flash.bus_busy(bus);
  }
}

void Gauges::fill_wear_of_dies(Clock::time_point now, std::uint64_t erases) {
  if (erases == wear_of_ || (wear_of_ != ~std::uint64_t{0} && now - wear_at_ < between_wear)) return;
  wear_of_ = erases;
  wear_at_ = now;
  status_.erases = tool::mean_erases(drive_);
}

}  // namespace rainier::manager
