#include "tools/rainier/trace/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include "models/host/fio/job_file.hpp"
#include "models/host/report/fio_json.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/simulated_run.hpp"
#include "tools/rainier/trace/info_report.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

/// The options of a fio job that say something about a replay: how long, what is counted and logged.
constexpr std::array<std::string_view, 17> fitting{
    "runtime",        "ramp_time",    "percentile_list",      "write_lat_log", "write_bw_log",
    "write_iops_log", "log_avg_msec", "log_max_value",        "log_offset",    "name",
    "steadystate",    "ss",           "steadystate_duration", "ss_dur",        "steadystate_ramp_time",
    "ss_ramp",        "number_ios"};

std::string name_of(const std::string& option) { return option.substr(0, option.find('=')); }

void refuse_unfit(const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    if (std::find(fitting.begin(), fitting.end(), name_of(option)) != fitting.end()) continue;
    throw UsageError(
        fmt::format("--{}: a trace says what is done; of fio's options only those of time, counts "
                    "and logs go with it",
                    name_of(option)));
  }
}

fio::JobFile job_of(const ReplayCommand& command, std::shared_ptr<fio::Requests> requests) {
  std::vector<std::string> options{"rw=randrw", "group_reporting=1",
                                   "iodepth=" + (command.qd.empty() ? command.outstanding : command.qd),
                                   "numjobs=" + command.workers};
  options.insert(options.end(), command.run.job_options.begin(), command.run.job_options.end());
  const auto is_name = [](const std::string& option) { return option.starts_with("name="); };
  if (std::none_of(options.begin(), options.end(), is_name)) options.emplace_back("name=trace");
  fio::JobFile file = fio::parse_options(options);
  if (file.jobs.size() != 1) throw UsageError("one job plays a trace: give one --name");
  file.jobs.front().requests = std::move(requests);
  return file;
}

/// The queue depth is that of all workers together.
ReplayCommand shared_out(ReplayCommand command) {
  const std::uint64_t workers = positive("--workers", command.workers);
  std::string& depth = command.qd.empty() ? command.outstanding : command.qd;
  const std::uint64_t all = positive(command.qd.empty() ? "--outstanding" : "--qd", depth);
  if (all % workers != 0)
    throw UsageError(fmt::format("{} outstanding can't be shared evenly by {} workers", all, workers));
  depth = fmt::format("{}", all / workers);
  return command;
}

std::string times(std::uint64_t count, const char* what) {
  return count == 0 ? "" : fmt::format("; {} {}", grouped(static_cast<double>(count)), what);
}

std::string trace_lines(const trace::Replay& replay, const Histogram& lateness,
                        const ReplayCommand& command) {
  const trace::Selection& selection = replay.stream().selection();
  const trace::Reader& reader = selection.reader();
  const trace::PlacementCounts& c = replay.counts();
  std::string text = fmt::format("trace: {}: {}; {} requests played", reader.input().name(), how_read(reader),
                                 grouped(static_cast<double>(replay.requests())));
  if (replay.passes() > 1) text += fmt::format(" in {} passes", replay.passes());
  text += times(c.wrapped, "wrapped at the drive's end") + times(c.scaled, "scaled to the drive") +
          times(c.expanded, "expanded to whole sectors") +
          times(c.dropped_unaligned, "unaligned ones dropped") +
          times(c.dropped_empty, "empty ones dropped") + times(c.enlarged_empty, "empty ones made a sector") +
          times(selection.not_wanted(), "of other volumes left out") +
          times(replay.stream().order().stragglers(), "put in order") +
          times(replay.stream().order().clamped(), "too late for that, clamped") +
          times(reader.counts().passed_over, "lines or events that are no requests") +
          times(reader.counts().bad_lines, "bad lines skipped");
  if (reader.input().unterminated()) text += "; the last line has no line end";
  text += "\n";
  if (command.qd.empty() && lateness.count() > 0)
    text +=
        fmt::format("times: open loop at {} x speed; behind the trace by {:.1f} us mean, {:.1f} us at most\n",
                    command.speed, lateness.mean() / 1e3, static_cast<double>(lateness.max()) / 1e3);
  return text;
}

Histogram lateness_of(const SimulatedRun& run) {
  Histogram lateness;
  for (const host::JobResult& job : run.report.jobs) lateness.merge(job.lateness);
  return lateness;
}

Json trace_json(const trace::Replay& replay, const Histogram& lateness, const ReplayCommand& command) {
  const trace::Selection& selection = replay.stream().selection();
  const trace::Reader& reader = selection.reader();
  const trace::PlacementCounts& c = replay.counts();
  Json json{{"file", reader.input().name()},
            {"format", reader.format_name()},
            {"detected", reader.detected()},
            {"compression", reader.input().compression()},
            {"volumes", reader.volumes().size()},
            {"requests", replay.requests()},
            {"passes", replay.passes()},
            {"written_bytes", replay.written()},
            {"wrapped", c.wrapped},
            {"scaled", c.scaled},
            {"expanded", c.expanded},
            {"dropped_unaligned", c.dropped_unaligned},
            {"dropped_empty", c.dropped_empty},
            {"enlarged_empty", c.enlarged_empty},
            {"of_last_pass",
             {{"other_volumes", selection.not_wanted()},
              {"put_in_order", replay.stream().order().stragglers()},
              {"clamped", replay.stream().order().clamped()},
              {"passed_over", reader.counts().passed_over},
              {"bad_lines", reader.counts().bad_lines}}}};
  if (command.qd.empty()) {
    json["loop"] = "open";
    json["speed"] = config::parse_number(command.speed);
    json["lateness_ns"] = {{"requests", lateness.count()},       {"mean", lateness.mean()},
                           {"p50", lateness.percentile(50)},     {"p99", lateness.percentile(99)},
                           {"p99.9", lateness.percentile(99.9)}, {"max", lateness.max()}};
  } else {
    json["loop"] = "closed";
    json["outstanding"] = command.qd;
  }
  return json;
}

}  // namespace

TraceRun::TraceRun(const ReplayCommand& command) : command_(command), options_(command.run) {
  refuse_unfit(command.run.job_options);
  const ReplayCommand shared = shared_out(command);
  const trace::ReplayOptions options = replay_options(command, parse_seed(command.run.seed));
  options_.jobs = [this, shared, options](const Setup& setup) {
    requests_ = std::make_shared<trace::Replay>(options, setup.drive.params.host_bytes());
    return job_of(shared, requests_);
  };
}

std::string TraceRun::text(const SimulatedRun& run) const {
  return trace_lines(*requests_, lateness_of(run), command_) +
         (command_.explain ? explanation(run) : run_text(run));
}

Json TraceRun::json(const SimulatedRun& run) const {
  return {{"trace", trace_json(*requests_, lateness_of(run), command_)}};
}

int replay(const ReplayCommand& command) {
  const TraceRun trace(command);
  const SimulatedRun run = simulate(trace.options());
  return deliver(run, trace.options(), command.run.quiet ? "" : trace.text(run), trace.json(run));
}

}  // namespace rainier::tool
