#include "models/drive/observers/trace_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace rainier::drive {
namespace {

void put(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

/// In us, as the format has it, to the picosecond.
void put_us(std::string& out, Time span) {
  const auto ps = static_cast<std::uint64_t>(std::max(span, Time()).ps());
  put(out, ps / 1'000'000);
  std::array<char, 7> digits{'.'};
  std::uint64_t rest = ps % 1'000'000;
  for (std::size_t i = 6; i > 0; --i, rest /= 10) digits[i] = static_cast<char>('0' + rest % 10);
  out.append(digits.data(), digits.size());
}

}  // namespace

TraceEvents::TraceEvents(Time start, Sink::Write write) : sink_(std::move(write)), start_(start) {
  sink_.text() += R"({"displayTimeUnit":"ns","traceEvents":[)";
}

std::string& TraceEvents::separate() {
  std::string& out = sink_.text();
  if (open_arguments_) out += '}';
  if (open_slice_) out += '}';
  open_arguments_ = open_slice_ = false;
  sink_.pass_on();
  out += first_ ? "\n" : ",\n";
  first_ = false;
  return out;
}

void TraceEvents::name(std::string_view what, Track track, std::string_view name) {
  fmt::format_to(std::back_inserter(separate()),
                 R"({{"ph":"M","name":"{}","pid":{},"tid":{},"ts":0,"args":{{"name":"{}"}}}})", what,
                 track.group, track.number, name);
}

void TraceEvents::name_group(std::uint32_t group, std::string_view text) {
  name("process_name", {group, 0}, text);
  fmt::format_to(
      std::back_inserter(separate()),
      R"({{"ph":"M","name":"process_sort_index","pid":{0},"tid":0,"ts":0,"args":{{"sort_index":{0}}}}})",
      group);
}

void TraceEvents::name_track(Track track, std::string_view text) { name("thread_name", track, text); }

std::string& TraceEvents::head(char kind, std::string_view name, Track track, Time at) {
  std::string& out = separate();
  out += R"({"ph":")";
  out += kind;
  out += R"(","name":")";
  out += name;
  out += R"(","pid":)";
  put(out, track.group);
  out += R"(,"tid":)";
  put(out, track.number);
  out += R"(,"ts":)";
  put_us(out, at - start_);
  return out;
}

TraceEvents& TraceEvents::slice(Track track, std::string_view name, Time begin, Time end) {
  std::string& out = head('X', name, track, begin);
  out += R"(,"dur":)";
  put_us(out, end - begin);
  open_slice_ = true;
  return *this;
}

std::string& TraceEvents::open_argument(std::string_view name) {
  std::string& out = sink_.text();
  out += open_arguments_ ? R"(,")" : R"(,"args":{")";
  out += name;
  out += R"(":)";
  open_arguments_ = true;
  return out;
}

TraceEvents& TraceEvents::argument(std::string_view name, std::uint64_t value) {
  put(open_argument(name), value);
  return *this;
}

TraceEvents& TraceEvents::argument(std::string_view name, Time span) {
  put_us(open_argument(name), span);
  return *this;
}

void TraceEvents::async(char kind, std::uint32_t group, std::string_view name, std::uint64_t id, Time at) {
  std::string& out = head(kind, name, {group, 0}, at);
  out += R"(,"cat":"span","id":)";
  put(out, id);
  out += '}';
}

void TraceEvents::begin(std::uint32_t group, std::string_view name, std::uint64_t id, Time at) {
  async('b', group, name, id, at);
}

void TraceEvents::end(std::uint32_t group, std::string_view name, std::uint64_t id, Time at) {
  async('e', group, name, id, at);
}

void TraceEvents::arrow(char kind, Track track, std::uint64_t id, Time at) {
  std::string& out = head(kind, "command", track, at);
  out += R"(,"cat":"command","id":)";
  put(out, id);
  out += kind == 'f' ? R"(,"bp":"e"})" : "}";
}

void TraceEvents::counter(std::uint32_t group, std::string_view name, Time at, double value) {
  fmt::format_to(std::back_inserter(head('C', name, {group, 0}, at)), R"(,"args":{{"value":{:.6g}}}}})",
                 value);
}

void TraceEvents::finish() {
  std::string& out = sink_.text();
  if (open_arguments_) out += '}';
  if (open_slice_) out += '}';
  out += "\n]}\n";
  sink_.flush();
}

}  // namespace rainier::drive
