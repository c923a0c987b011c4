#include "models/drive/observers/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace rainier::drive {
namespace {

constexpr std::array operations{"read", "write", "trim", "flush"};
/// By kind, source and whether two planes go together.
constexpr std::string_view names[3][channel::sources][2] = {{{"read (host)", "read (host) x2"},
                                                             {"read (GC)", "read (GC) x2"},
                                                             {"read (parity)", "read (parity) x2"},
                                                             {"read (merge)", "read (merge) x2"},
                                                             {"read (RAIN)", "read (RAIN) x2"},
                                                             {"read (scrub)", "read (scrub) x2"}},
                                                            {{"program (host)", "program (host) x2"},
                                                             {"program (GC)", "program (GC) x2"},
                                                             {"program (parity)", "program (parity) x2"},
                                                             {"program (merge)", "program (merge) x2"},
                                                             {"program (RAIN)", "program (RAIN) x2"},
                                                             {"program (scrub)", "program (scrub) x2"}},
                                                            {{"erase (host)", "erase (host) x2"},
                                                             {"erase (GC)", "erase (GC) x2"},
                                                             {"erase (parity)", "erase (parity) x2"},
                                                             {"erase (merge)", "erase (merge) x2"},
                                                             {"erase (RAIN)", "erase (RAIN) x2"},
                                                             {"erase (scrub)", "erase (scrub) x2"}}};
constexpr std::int64_t counts_in_window = 500;
constexpr Time shortest_count{1'000'000};

std::string_view name_of(const channel::FlashOp& op) {
  return names[static_cast<std::size_t>(op.kind)][static_cast<std::size_t>(op.source)]
              [op.pair != channel::no_op];
}

void put(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

/// In us, as the format has it, to the picosecond.
void put_us(std::string& out, Time span) {
  const auto ps = static_cast<std::uint64_t>(span.ps());
  put(out, ps / 1'000'000);
  std::array<char, 7> digits{'.'};
  std::uint64_t rest = ps % 1'000'000;
  for (std::size_t i = 6; i > 0; --i, rest /= 10) digits[i] = static_cast<char>('0' + rest % 10);
  out.append(digits.data(), digits.size());
}

}  // namespace

Timeline::Timeline(Simulation& simulation, Time from, Time to, Sink::Write write)
    : simulation_(simulation),
      sink_(std::move(write)),
      start_(simulation.now()),
      from_(start_ + from),
      to_(start_ + to),
      named_slots_(simulation.controller().config().controller.slots),
      count_step_(std::max((to - from) / counts_in_window, shortest_count)),
      next_count_(from_),
      last_(simulation.usage()) {
  sink_.text() += R"({"displayTimeUnit":"ns","traceEvents":[)";
  name_process(slots, "command slots");
  name_process(channels, "channels");
  name_process(dies, "dies");
  name_process(counters, "counters");
  const channel::FlashArray& flash = simulation.controller().flash();
  for (std::uint32_t i = 0; i < flash.channels(); ++i) name_track(channels, i, fmt::format("channel {}", i));
  for (std::uint32_t i = 0; i < flash.dies(); ++i)
    name_track(dies, i, fmt::format("die {} (channel {})", i, i % flash.channels()));
}

void Timeline::open_event() {
  sink_.text() += first_ ? "\n" : ",\n";
  first_ = false;
}

void Timeline::name_process(Process process, std::string_view name) {
  open_event();
  fmt::format_to(
      std::back_inserter(sink_.text()),
      R"({{"ph":"M","name":"process_name","pid":{0},"tid":0,"ts":0,"args":{{"name":"{1}"}}}},)"
      "\n"
      R"({{"ph":"M","name":"process_sort_index","pid":{0},"tid":0,"ts":0,"args":{{"sort_index":{0}}}}})",
      static_cast<int>(process), name);
}

void Timeline::name_track(Process process, std::uint32_t track, const std::string& name) {
  open_event();
  fmt::format_to(std::back_inserter(sink_.text()),
                 R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"ts":0,"args":{{"name":"{}"}}}})",
                 static_cast<int>(process), track, name);
}

std::string& Timeline::head(char kind, std::string_view name, Process process, std::uint32_t track, Time at) {
  open_event();
  std::string& out = sink_.text();
  out += R"({"ph":")";
  out += kind;
  out += R"(","name":")";
  out += name;
  out += R"(","pid":)";
  out += static_cast<char>('0' + process);
  out += R"(,"tid":)";
  put(out, track);
  out += R"(,"ts":)";
  put_us(out, at - start_);
  return out;
}

void Timeline::slice(Process process, std::uint32_t track, std::string_view name, Time begin, Time end) {
  open_slice(process, track, name, begin, end) += '}';
  sink_.pass_on();
}

std::string& Timeline::open_slice(Process process, std::uint32_t track, std::string_view name, Time begin,
                                  Time end) {
  begin = std::max(begin, from_);
  std::string& out = head('X', name, process, track, begin);
  out += R"(,"dur":)";
  put_us(out, std::max(end - begin, Time()));
  ++slices_;
  return out;
}

void Timeline::arrow(char kind, Process process, std::uint32_t track, std::uint64_t id, Time at) {
  if (at < from_) return;
  std::string& out = head(kind, "command", process, track, at);
  out += R"(,"cat":"command","id":)";
  put(out, id);
  out += kind == 'f' ? R"(,"bp":"e"})" : "}";
}

void Timeline::submitted(std::uint32_t) {}

void Timeline::before(const Event& event) {
  if (event.when > to_) {
    passed_ = true;
    return;
  }
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
  std::string& out = open_slice(channels, channel, name_of(*op), op->bus_start, simulation_.now());
  out += R"(,"args":{"die":)";
  put(out, op->die);
  out += R"(,"bytes":)";
  put(out, op->bytes);
  out += "}}";
  sink_.pass_on();
  if (op->kind == channel::Kind::read) array_operation(op->die, *op, op->array_end);
}

void Timeline::array_operation(std::uint32_t die, const channel::FlashOp& op, Time end) {
  if (end < from_) return;
  std::string& out = open_slice(dies, die, name_of(op), op.array_start, end);
  out += R"(,"args":{"block":)";
  put(out, op.at.block);
  out += R"(,"page":)";
  put(out, op.at.page);
  out += R"(,"queued_us":)";
  put_us(out, op.array_start - op.queued);
  out += "}}";
  sink_.pass_on();
  const std::uint32_t command = simulation_.controller().command_of(op);
  if (command < serial_.size() && serial_[command] != 0)
    arrow('f', dies, die, serial_[command], op.array_start);
}

void Timeline::worked_off(std::uint32_t command) {
  const Time now = simulation_.now();
  const controller::Command& c = simulation_.controller()[command];
  if (now < from_ || c.arrived > to_) return;
  if (!named_slots_[c.slot]) {
    named_slots_[c.slot] = true;
    name_track(slots, c.slot, fmt::format("slot {}", c.slot));
  }
  std::string name = operations[static_cast<std::size_t>(c.operation)];
  name += ' ';
  put(name, std::uint64_t{512} * c.sectors);
  name += " B";
  std::string& out = open_slice(slots, c.slot, name, c.arrived, now);
  out += R"(,"args":{"sector":)";
  put(out, c.sector);
  out += R"(,"latency_us":)";
  put_us(out, now - c.arrived);
  out += "}}";
  stages(c.slot, c, now);
  if (command < serial_.size()) arrow('s', slots, c.slot, serial_[command], c.arrived);
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
    slice(slots, track, name, at, until);
    at = until;
  }
}

void Timeline::counter(std::string_view name, double value) {
  fmt::format_to(std::back_inserter(head('C', name, counters, 0, simulation_.now())),
                 R"(,"args":{{"value":{:.6g}}}}})", value);
}

void Timeline::count() {
  next_count_ = simulation_.now() + count_step_;
  const Usage now = simulation_.usage();
  const Usage spent = now - last_;
  last_ = now;
  const double seconds = spent.seconds();
  if (seconds <= 0) return;
  const controller::Controller& drive = simulation_.controller();
  counter("requests outstanding", static_cast<double>(simulation_.driver().outstanding()));
  counter("slots used", simulation_.driver().slots_used());
  counter("link to host, % busy", 100 * spent.link_up.seconds() / seconds);
  counter("link from host, % busy", 100 * spent.link_down.seconds() / seconds);
  counter("command pipeline, % busy", 100 * spent.pipeline.seconds() / seconds);
  counter("DRAM, % busy", 100 * spent.dram.seconds() / seconds);
  counter("write buffer, units", drive.buffer_used());
  counter("free superblocks", drive.ftl().free_superblocks());
  counter("pages copied by GC", static_cast<double>(spent.ftl.copies));
  counter("parity pages", static_cast<double>(spent.ftl.parity));
  counter("power, W", drive.config().power.idle_watts + spent.active_joules() / seconds);
}

void Timeline::finish() {
  sink_.text() += "\n]}\n";
  sink_.flush();
}

}  // namespace rainier::drive
