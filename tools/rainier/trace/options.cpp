#include "tools/rainier/trace/options.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

template <class T>
T choice(const char* option, const std::string& text, const std::vector<std::pair<std::string, T>>& choices) {
  std::vector<std::string> names;
  std::string list;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].first == text) return choices[i].second;
    names.push_back(choices[i].first);
    list += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + choices[i].first;
  }
  throw UsageError(fmt::format("{}: expected {} (got {})", option, list, config::in_quotes(text)) +
                   config::did_you_mean(config::nearest(text, names)));
}

double number_above_zero(const char* option, const std::string& text) {
  try {
    const double value = config::parse_number(text);
    if (value > 0) return value;
  } catch (const config::BadQuantity&) {
  }
  throw UsageError(fmt::format("{}: expected a number above 0 (got {})", option, config::in_quotes(text)));
}

}  // namespace

std::uint64_t positive(const std::string& option, const std::string& text) {
  try {
    const std::uint64_t value = config::parse_unsigned(text);
    if (value > 0) return value;
  } catch (const config::BadQuantity&) {
  }
  throw UsageError(
      fmt::format("{}: expected a whole number of at least 1 (got {})", option, config::in_quotes(text)));
}

trace::ReadOptions read_options(const TraceOptions& options) {
  trace::ReadOptions read;
  read.path = options.path;
  read.format = options.format;
  if (!options.time_unit.empty())
    read.options.tick = choice<std::int64_t>("--time-unit", options.time_unit,
                                             {{"ps", 1},
                                              {"ns", trace::tick_ns},
                                              {"100ns", trace::tick_filetime},
                                              {"us", trace::tick_us},
                                              {"ms", trace::tick_ms},
                                              {"s", trace::tick_s}});
  read.options.event = choice<trace::BlockEvent>(
      "--event", options.event, {{"issue", trace::BlockEvent::issue}, {"queue", trace::BlockEvent::queue}});
  read.bad_lines = choice<trace::BadLines>(
      "--bad-lines", options.bad_lines, {{"error", trace::BadLines::error}, {"skip", trace::BadLines::skip}});
  return read;
}

trace::StreamOptions stream_options(const TraceOptions& options, std::uint64_t seed) {
  trace::StreamOptions stream;
  stream.read = read_options(options);
  stream.volumes = options.volumes;
  stream.seed = seed;
  if (!options.merge.empty())
    stream.merge = choice<trace::Merge>("--merge", options.merge,
                                        {{"overlay", trace::Merge::overlay}, {"stack", trace::Merge::stack}});
  stream.window = positive("--window", options.window);
  stream.late = choice<trace::Late>("--late", options.late,
                                    {{"error", trace::Late::error}, {"clamp", trace::Late::clamp}});
  if (!options.spread.empty())
    stream.spread = choice<trace::Spread>(
        "--spread", options.spread,
        {{"even", trace::Spread::even}, {"random", trace::Spread::uniform}, {"none", trace::Spread::none}});
  return stream;
}

trace::ReplayOptions replay_options(const ReplayCommand& command, std::uint64_t seed) {
  using namespace trace;
  ReplayOptions options;
  options.stream = stream_options(command.trace, seed);
  options.past_end =
      choice<PastEnd>("--past-end", command.past_end,
                      {{"error", PastEnd::error}, {"wrap", PastEnd::wrap}, {"scale", PastEnd::scale}});
  options.unaligned = choice<Unaligned>(
      "--unaligned", command.unaligned,
      {{"error", Unaligned::error}, {"expand", Unaligned::expand}, {"drop", Unaligned::drop}});
  options.empty = choice<Empty>("--empty", command.empty,
                                {{"error", Empty::error}, {"drop", Empty::drop}, {"sector", Empty::sector}});
  options.timed = command.qd.empty();
  options.speed = number_above_zero("--speed", command.speed);
  options.passes = positive("--passes", command.passes);
  if (!command.drive_writes.empty())
    options.drive_writes = number_above_zero("--drive-writes", command.drive_writes);
  if (!command.requests.empty()) options.requests = positive("--requests", command.requests);
  if (!options.timed && options.speed != 1) throw UsageError("--speed: with --qd the times are not used");
  // Without times neither a coarse clock nor the order by it matters: requests go as the trace has them.
  if (!options.timed) {
    options.stream.spread = Spread::none;
    options.stream.window = 1;
    options.stream.late = Late::keep;
  }
  return options;
}

}  // namespace rainier::tool
