#include "models/drive/observers/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rainier::drive {
namespace {

enum Group : std::uint32_t {
  slots = 1,
  queues,
  link,
  firmware,
  buffer,
  channels,
  dies,
  collection,
  parity,
  power_group,
  temperature,
};

constexpr std::array operations{"read", "write", "trim", "flush"};
constexpr std::array<const char*, 3> kinds{"read", "program", "erase"};
constexpr std::array<const char*, channel::sources> sources{"host", "GC",    "parity", "merge",
                                                            "RAIN", "scrub", "map"};
constexpr std::int64_t counts_in_window = 500;
constexpr Time shortest_count{1'000'000};

/// "read (host) x2": what, on whose behalf, and whether two planes go together.
class Names {
 public:
  Names() {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      for (std::size_t source = 0; source < sources.size(); ++source)
        for (std::size_t pair = 0; pair < 2; ++pair)
          names_[kind][source][pair] =
              fmt::format("{} ({}){}", kinds[kind], sources[source], pair == 0 ? "" : " x2");
  }
  std::string_view of(const channel::FlashOp& op) const {
    return names_[static_cast<std::size_t>(op.kind)][static_cast<std::size_t>(op.source)]
                 [op.pair != channel::no_op];
  }

 private:
  std::array<std::array<std::array<std::string, 2>, channel::sources>, 3> names_;
};

std::string_view name_of(const channel::FlashOp& op) {
  static const Names names;
  return names.of(op);
}

std::string collection_name(std::uint32_t superblock) { return fmt::format("superblock {}", superblock); }

}  // namespace

Timeline::Timeline(Simulation& simulation, Time from, Time to, Sink::Write write)
    : simulation_(simulation),
      from_(simulation.now() + from),
      to_(simulation.now() + to),
      out_(simulation.now(), std::move(write)),
      named_slots_(simulation.driver().slots()),
      count_step_(std::max((to - from) / counts_in_window, shortest_count)),
      next_count_(from_),
      last_(simulation.usage()),
      last_waited_(simulation.controller().governor().waited()) {
  constexpr std::array<std::pair<Group, const char*>, 11> groups{{{slots, "command slots"},
                                                                  {queues, "queues"},
                                                                  {link, "link"},
                                                                  {firmware, "firmware"},
                                                                  {buffer, "write buffer"},
                                                                  {channels, "channels"},
                                                                  {dies, "dies"},
                                                                  {collection, "garbage collection"},
                                                                  {parity, "parity"},
                                                                  {power_group, "power governor"},
                                                                  {temperature, "temperature"}}};
  for (const auto& [group, name] : groups) out_.name_group(group, name);
  const channel::FlashArray& flash = simulation.controller().flash();
  for (std::uint32_t i = 0; i < flash.channels(); ++i)
    out_.name_track({channels, i}, fmt::format("channel {}", i));
  for (std::uint32_t i = 0; i < flash.dies(); ++i)
    out_.name_track({dies, i}, fmt::format("die {} (channel {})", i, i % flash.channels()));
}

TraceEvents& Timeline::slice(TraceEvents::Track track, std::string_view name, Time begin, Time end) {
  ++slices_;
  begin = std::max(begin, from_);
  return out_.slice(track, name, begin, std::max(begin, end));
}

void Timeline::before(const Event& event) {
  if (event.when > to_) {
    passed_ = true;
    return;
  }
  if (erased_) end_collections(simulation_.now());
  switch (event.handler) {
    case controller::event::arrive:
      if (event.slot >= serial_.size()) serial_.resize(event.slot + 1);
      serial_[event.slot] = ++serials_;
      break;
    case controller::event::bus_done:
      if (event.when >= from_) transfer(event.slot);
      break;
    case controller::event::array_done:
      if (event.when >= from_) {
        // A read is seen when its data have moved, as it may have no event of its own here.
        const channel::FlashOp* const op = simulation_.controller().flash().in_array(event.slot);
        if (op != nullptr && op->kind != channel::Kind::read) array_operation(event.slot, *op, event.when);
      }
      break;
    default:
      break;
  }
  if (event.when >= next_count_) count();
}

void Timeline::transfer(std::uint32_t channel) {
  const channel::FlashOp* const op = simulation_.controller().flash().on_bus(channel);
  if (op == nullptr) return;
  slice({channels, channel}, name_of(*op), op->bus_start, simulation_.now())
      .argument("die", op->die)
      .argument("bytes", op->bytes);
  if (op->kind == channel::Kind::read) array_operation(op->die, *op, op->array_end);
}

void Timeline::array_operation(std::uint32_t die, const channel::FlashOp& op, Time end) {
  if (end < from_) return;
  slice({dies, die}, name_of(op), op.array_start, end)
      .argument("block", op.at.block)
      .argument("page", op.at.page)
      .argument("queued_us", op.array_start - op.queued);
  collects(op);
  const std::uint32_t command = simulation_.controller().command_of(op);
  if (command < serial_.size() && serial_[command] != 0 && op.array_start >= from_)
    out_.arrow_to({dies, die}, serial_[command], op.array_start);
}

/// A superblock's collection is seen from the first copy out of it, or its erase, until all of it is erased.
void Timeline::collects(const channel::FlashOp& op) {
  if (op.source != channel::Source::gc || op.kind == channel::Kind::program) return;
  const std::uint32_t superblock = simulation_.controller().ftl().layout().superblock(op.ppn);
  erased_ = erased_ || op.kind == channel::Kind::erase;
  if (std::find(collected_.begin(), collected_.end(), superblock) != collected_.end()) return;
  collected_.push_back(superblock);
  out_.begin(collection, collection_name(superblock), superblock, std::max(op.array_start, from_));
}

void Timeline::end_collections(Time at) {
  erased_ = false;
  const ftl::Superblocks& superblocks = simulation_.controller().ftl().superblocks();
  std::erase_if(collected_, [&](std::uint32_t superblock) {
    const ftl::State state = superblocks.state[superblock];
    if (state == ftl::State::collecting || state == ftl::State::erasing) return false;
    out_.end(collection, collection_name(superblock), superblock, at);
    return true;
  });
}

void Timeline::worked_off(std::uint32_t command) {
  const Time now = simulation_.now();
  const controller::Command& c = simulation_.controller()[command];
  if (now < from_ || c.arrived > to_) return;
  const TraceEvents::Track track{slots, c.slot};
  if (!named_slots_[c.slot]) {
    named_slots_[c.slot] = true;
    const std::uint32_t places = simulation_.driver().slots() / simulation_.driver().groups();
    out_.name_track(track, simulation_.controller().nvme()
                               ? fmt::format("queue {}, command {}", c.queue, c.slot % places)
                               : fmt::format("slot {}", c.slot));
  }
  slice(track,
        fmt::format("{} {} B", operations[static_cast<std::size_t>(c.operation)],
                    std::uint64_t{512} * c.sectors),
        c.arrived, now)
      .argument("sector", c.sector)
      .argument("latency_us", now - c.arrived);
  stages(c.slot, c, now);
  if (command < serial_.size() && c.arrived >= from_) out_.arrow_from(track, serial_[command], c.arrived);
}

/// One behind the other within the command's slice.
void Timeline::stages(std::uint32_t track, const controller::Command& c, Time end) {
  const std::array<std::pair<const char*, Time>, 5> ends{{{"pipeline", c.dispatched},
                                                          {"fetch", c.data_in},
                                                          {"flash and data", c.posted},
                                                          {"interrupt", c.seen},
                                                          {"driver", end}}};
  Time at = c.arrived;
  for (const auto& [name, until] : ends) {
    if (at > to_) return;
    if (until <= at || until > end || until < from_) continue;
    slice({slots, track}, name, at, until);
    at = until;
  }
}

void Timeline::count() {
  const Time at = simulation_.now();
  next_count_ = at + count_step_;
  end_collections(at);
  const Usage now = simulation_.usage();
  const Usage spent = now - last_;
  last_ = now;
  const double seconds = spent.seconds();
  if (seconds <= 0) return;
  const controller::Controller& drive = simulation_.controller();
  const controller::DriveConfig& config = drive.config();
  const auto percent = [seconds](Time busy) { return 100 * busy.seconds() / seconds; };
  out_.counter(queues, "requests outstanding", at, static_cast<double>(simulation_.driver().outstanding()));
  out_.counter(queues, "slots used", at, simulation_.driver().slots_used());
  out_.counter(link, "to the host, % busy", at, percent(spent.link_up));
  out_.counter(link, "from the host, % busy", at, percent(spent.link_down));
  out_.counter(firmware, "command pipeline, % busy", at, percent(spent.pipeline));
  if (config.controller.cores > 1)
    out_.counter(firmware, "map cores, % busy", at, percent(spent.map_cores) / (config.controller.cores - 1));
  out_.counter(firmware, "DRAM, % busy", at, percent(spent.dram));
  out_.counter(buffer, "units used", at, drive.buffer_used());
  out_.counter(collection, "free superblocks", at, drive.ftl().free_superblocks());
  out_.counter(collection, "pages copied", at, static_cast<double>(spent.ftl.copies));
  out_.counter(parity, "parity pages", at, static_cast<double>(spent.ftl.parity));
  out_.counter(power_group, "power, W", at, config.power.idle_watts + spent.active_joules() / seconds);
  if (config.power.governor) {
    const Time waited = drive.governor().waited();
    out_.counter(power_group, "operations that wait for power", at,
                 (waited - last_waited_).seconds() / seconds);
    last_waited_ = waited;
  }
  out_.counter(temperature, "NAND, C", at, drive.thermal().nand());
  out_.counter(temperature, "controller, C", at, drive.thermal().controller());
}

void Timeline::finish() {
  for (const std::uint32_t superblock : collected_)
    out_.end(collection, collection_name(superblock), superblock, std::min(to_, simulation_.now()));
  out_.finish();
}

}  // namespace rainier::drive
