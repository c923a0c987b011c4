#include "tools/rainier/trace/convert.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "models/host/report/atomic_file.hpp"
#include "models/host/trace/output/writer.hpp"
#include "models/host/trace/replay/placement.hpp"
#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/trace/info_report.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

constexpr std::size_t chunk = 1 << 18;

std::unique_ptr<trace::Writer> writer_of(const std::string& format) {
  auto writer = trace::make_writer(format);
  if (writer) return writer;
  std::string names;
  for (const std::string& name : trace::writable_formats()) names += (names.empty() ? "" : ", ") + name;
  throw UsageError(fmt::format("--to: expected one of {} (got {})", names, config::in_quotes(format)) +
                   config::did_you_mean(config::nearest(format, trace::writable_formats())));
}

/// A file that is whole or not there, or standard output.
class Output {
 public:
  explicit Output(const std::string& path) {
    if (path != "-") file_.emplace(std::filesystem::path(path));
  }
  void write(std::string& text) {
    if (file_)
      file_->write(text);
    else
      print(text);
    text.clear();
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<host::AtomicFile> file_;
};

trace::ReplayOptions conversion(const ConvertCommand& command) {
  ReplayCommand replay;
  replay.trace = command.trace;
  replay.unaligned = command.unaligned;
  replay.empty = command.empty;
  replay.speed = command.speed;
  replay.requests = command.requests;
  trace::ReplayOptions options = replay_options(replay, 1);
  // Volumes and times are kept, so nothing has to be said about them.
  if (options.stream.merge == trace::Merge::ask) options.stream.merge = trace::Merge::overlay;
  if (options.stream.spread == trace::Spread::ask) options.stream.spread = trace::Spread::none;
  return options;
}

}  // namespace

int trace_convert(const ConvertCommand& command) {
  const auto writer = writer_of(command.to);
  const trace::ReplayOptions options = conversion(command);
  trace::Placement placement(options, std::numeric_limits<std::uint64_t>::max());
  trace::Stream stream(options.stream);
  Output output(command.output);
  const trace::Volumes& volumes = stream.selection().reader().volumes();
  std::string text;
  writer->begin(text);
  std::uint64_t written = 0, left_out = 0;
  std::optional<Time> first;
  Progress progress(!command.quiet);
  for (trace::Record record; written < options.requests && stream.next(record);) {
    if (!first) first = record.time;
    if (writer->in_sectors() && record.length % 512 + record.offset % 512 > 0 &&
        !placement.place(stream, record))
      continue;
    const double ps = static_cast<double>((record.time - *first).ps()) / options.speed;
    if (!(ps < 9e18))
      stream.selection().fail(record, "the trace would last more than 104 days: raise --speed");
    record.time = options.speed == 1 ? record.time - *first : Time::nearest(ps);
    if (record.length == 0 && static_cast<std::size_t>(record.op) < fio::data_directions &&
        command.to != "csv" && !placement.place(stream, record))
      continue;
    if (writer->add(record, volumes.name(record.volume), text))
      ++written;
    else
      ++left_out;
    if (text.size() < chunk) continue;
    output.write(text);
    if (progress.due()) progress.show(fmt::format("{} requests", grouped(static_cast<double>(written))));
  }
  writer->end(text);
  output.write(text);
  output.commit();
  progress.clear();
  if (command.quiet) return 0;
  const trace::Reader& reader = stream.selection().reader();
  std::string said = fmt::format("trace: {}: {}; {} requests written as {}", reader.input().name(),
                                 how_read(reader), grouped(static_cast<double>(written)), command.to);
  if (left_out > 0)
    said += fmt::format("; {} left out that it has no word for (trims, syncs)",
                        grouped(static_cast<double>(left_out)));
  if (const std::uint64_t moved = stream.order().stragglers(); moved > 0)
    said += fmt::format("; {} put in order", grouped(static_cast<double>(moved)));
  fmt::print(stderr, "{}\n", said);
  return 0;
}

}  // namespace rainier::tool
