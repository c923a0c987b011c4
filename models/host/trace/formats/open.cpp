#include <fmt/format.h>

#include <algorithm>

#include "models/host/fio/job_error.hpp"
#include "models/host/trace/formats/alibaba.hpp"
#include "models/host/trace/formats/blkparse.hpp"
#include "models/host/trace/formats/blktrace_reader.hpp"
#include "models/host/trace/formats/csv.hpp"
#include "models/host/trace/formats/disksim.hpp"
#include "models/host/trace/formats/fiu.hpp"
#include "models/host/trace/formats/iolog.hpp"
#include "models/host/trace/formats/mqsim.hpp"
#include "models/host/trace/formats/msr.hpp"
#include "models/host/trace/formats/spc.hpp"
#include "models/host/trace/formats/systor.hpp"
#include "models/host/trace/formats/tencent.hpp"
#include "models/host/trace/formats/text_reader.hpp"
#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::trace {
namespace {

/// How many of these first lines are of the format: requests before the first that is not.
template <class Format>
std::size_t leading_requests(std::string_view lines, const ReadOptions& options) {
  Format format(options.options);
  std::size_t requests = 0;
  for (bool first = true; !lines.empty();) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (is_blank_or_comment(line)) continue;
    typename Format::Line fields(line);
    Row row;
    const Outcome outcome = format.parse(fields, row);
    if (outcome == Outcome::fault && !(first && is_header(line))) break;
    first = false;
    if (outcome == Outcome::fault) continue;
    // A DiskSim time has a decimal point: without it the line would be MQSim's as well.
    if constexpr (std::is_same_v<Format, DiskSim>)
      if (line.find('.') == std::string_view::npos) break;
    // Lines of a format that are no requests count too: there may be many before the first that is.
    ++requests;
  }
  return requests;
}

struct Kind {
  FormatDescription description;
  std::unique_ptr<Reader> (*open)(Input, const ReadOptions&);
  std::size_t (*leading)(std::string_view, const ReadOptions&);
};

template <class Format>
Kind text_kind() {
  return {{Format::name, Format::title, Format::columns},
          [](Input input, const ReadOptions& options) -> std::unique_ptr<Reader> {
            return std::make_unique<TextReader<Format>>(std::move(input), options);
          },
          leading_requests<Format>};
}

Kind blktrace_kind() {
  return {{BlktraceReader::name, BlktraceReader::title, BlktraceReader::columns},
          [](Input input, const ReadOptions& options) -> std::unique_ptr<Reader> {
            return std::make_unique<BlktraceReader>(std::move(input), options);
          },
          [](std::string_view bytes, const ReadOptions&) -> std::size_t {
            blktrace::Order order{};
            return blktrace::begins_with_magic(bytes, order) ? 1 : 0;
          }};
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{text_kind<Msr>(),     text_kind<Spc>(),     text_kind<Mqsim>(),
                                     text_kind<DiskSim>(), text_kind<Alibaba>(), text_kind<Tencent>(),
                                     text_kind<Systor>(),  text_kind<Fiu>(),     text_kind<Blkparse>(),
                                     blktrace_kind(),      text_kind<Iolog>(),   text_kind<Csv>()};
  return all;
}

std::string names() {
  std::string all;
  for (const Kind& kind : kinds()) all += (all.empty() ? "" : ", ") + std::string(kind.description.name);
  return all;
}

const Kind& named(const Input& input, std::string name) {
  if (name == "ssdsim") name = "mqsim";
  std::vector<std::string> known;
  for (const Kind& kind : kinds()) {
    if (name == kind.description.name) return kind;
    known.emplace_back(kind.description.name);
  }
  throw fio::JobError({input.name(), 0}, "",
                      fmt::format("unknown trace format {}: expected {}", config::in_quotes(name), names()) +
                          config::did_you_mean(config::nearest(name, known)));
}

/// Only whole lines, unless the trace is one line without an end.
std::string_view whole_lines(std::string_view bytes) {
  const std::size_t last = bytes.rfind('\n');
  return last == std::string_view::npos || bytes.size() < Input::longest_line ? bytes : bytes.substr(0, last);
}

std::string first_line(std::string_view bytes) {
  std::string line(bytes.substr(0, std::min<std::size_t>(bytes.find('\n'), 80)));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
  return config::in_quotes(line);
}

const Kind& detect(Input& input, const ReadOptions& options) {
  const std::string_view bytes = input.peek();
  const auto fail = [&input](const std::string& message) {
    throw fio::JobError({input.name(), 0}, "", message);
  };
  if (bytes.empty()) fail("expected a trace, but it is empty");
  const Kind* best = nullptr;
  std::size_t most = 0;
  std::string equals;
  for (const Kind& kind : kinds()) {
    const std::size_t requests = kind.leading(whole_lines(bytes), options);
    if (requests == 0 || requests < most) continue;
    equals = requests > most ? kind.description.name : equals + ", " + kind.description.name;
    best = requests > most ? &kind : nullptr;
    most = requests;
  }
  if (most == 0)
    fail(fmt::format("no trace format fits its first lines, which begin {} (--format forces one: {})",
                     first_line(bytes), names()));
  if (best == nullptr) fail(fmt::format("several trace formats fit: {}; say which with --format", equals));
  return *best;
}

}  // namespace

const std::vector<FormatDescription>& formats() {
  static const std::vector<FormatDescription> all = [] {
    std::vector<FormatDescription> list;
    for (const Kind& kind : kinds()) list.push_back(kind.description);
    return list;
  }();
  return all;
}

std::unique_ptr<Reader> open_trace(const ReadOptions& options) {
  return open_trace(Input(options.path), options);
}

std::unique_ptr<Reader> open_trace(Input input, const ReadOptions& options) {
  const Kind& kind = options.format.empty() ? detect(input, options) : named(input, options.format);
  if (options.options.tick && kind.description.name != std::string_view(Mqsim::name))
    throw fio::JobError({input.name(), 0}, "",
                        fmt::format("a unit of time can be given for mqsim alone: that of {} is fixed",
                                    kind.description.name));
  auto reader = kind.open(std::move(input), options);
  reader->detected_ = options.format.empty();
  return reader;
}

}  // namespace rainier::trace
