#include "tools/rainier/simulated_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "models/host/report/fio_json.hpp"
#include "models/host/report/logs.hpp"
#include "sim/config/error.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/jobs.hpp"
#include "tools/rainier/notes.hpp"
#include "tools/rainier/observing.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/pacer.hpp"
#include "tools/rainier/recorder.hpp"
#include "tools/rainier/result_json.hpp"
#include "tools/rainier/snapshot_store.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

Calendar::Kind queue_kind(const std::string& name) {
  if (name == "wheel") return Calendar::Kind::wheel;
  if (name == "heap") return Calendar::Kind::heap;
  throw UsageError("--queue: expected wheel or heap (got " + config::in_quotes(name) + ")");
}

Time parse_interval(const std::string& text) {
  try {
    const Time interval = config::parse_time(text);
    if (interval > Time()) return interval;
  } catch (const config::BadQuantity&) {
  }
  throw UsageError("--series-interval: expected a time above 0 such as 100ms (got " +
                   config::in_quotes(text) + ")");
}

template <class F>
void for_each_log(const fio::JobFile& jobs, F f) {
  std::size_t number = 0;
  for (const fio::Job& job : jobs.jobs)
    for (std::uint32_t clone = 0; clone < job.numjobs; ++clone) f(host::log_names(job), number++);
}

void check_outputs(const RunOptions& options, const fio::JobFile& jobs) {
  check_writable(options.json);
  check_writable(options.series);
  check_writable(options.timeline);
  check_writable(options.blktrace);
  static_cast<void>(parse_window(options.timeline_window));
  for_each_log(jobs, [](const host::LogNames& names, std::size_t) {
    for (const std::string* prefix : {&names.latency, &names.bandwidth, &names.iops})
      if (!prefix->empty()) check_writable(*prefix + ".log");
  });
}

/// Simulated time until the jobs end by themselves, or 0 where that depends on their work.
Time planned(const std::vector<fio::Job>& jobs) {
  Time total, phase;
  for (const fio::Job& job : jobs) {
    if (job.runtime == Time()) return Time();
    if (job.stonewall) {
      total += phase;
      phase = Time();
    }
    phase = std::max(phase, job.start_delay + job.ramp_time + job.runtime);
  }
  return total + phase;
}

bool stopped(const RunOptions& options) { return options.stop ? options.stop() : interrupted(); }

/// A drive with its jobs, as it was made.
void start(SimulatedRun& run, const RunOptions& options) {
  run.simulation.reset();  // before the next one: a drive takes gigabytes
  run.simulation = std::make_unique<drive::Simulation>(run.setup.drive.params, run.setup.host.params,
                                                       run.seed, queue_kind(options.queue));
  run.simulation->load(run.jobs.jobs);  // refuses jobs that do not fit, before the drive is written
}

/// From the state that is kept, if there is one that can be read.
bool restore_kept(SimulatedRun& run, const RunOptions& options, const SnapshotStore& store,
                  const Origin& origin) {
  const auto kept = store.find(origin);
  if (!kept) return false;
  try {
    restore_snapshot(*kept, origin, *run.simulation);
    return true;
  } catch (const config::Error&) {
    std::error_code error;
    std::filesystem::remove(*kept, error);
    start(run, options);
    return false;
  }
}

void keep(const SnapshotStore& store, const Origin& origin, SimulatedRun& run, const RunOptions& options) {
  try {
    store.keep(origin, *run.simulation);
  } catch (const host::FileError& error) {
    if (!options.quiet)
      fmt::print(stderr, "rainier: the preconditioned state is not kept: {}\n", error.what());
  }
}

void precondition(SimulatedRun& run, const RunOptions& options, Progress& progress) {
  const double begin = wall_seconds();
  const Origin origin = origin_of(run.setup, run.recipe, run.seed);
  const SnapshotStore store(options.snapshots);
  const bool worth = worth_keeping(run.setup, run.recipe);
  if (!options.snapshot.empty()) {
    progress.show("reading the snapshot");
    restore_snapshot(options.snapshot, origin, *run.simulation);
  } else if (!worth || !restore_kept(run, options, store, origin)) {
    const bool finished = run.simulation->precondition(run.recipe, [&](double done) {
      progress.show(fmt::format("preconditioning {:.0f} %", 100 * done));
      return !stopped(options);
    });
    if (finished && worth) keep(store, origin, run, options);
  }
  run.precondition_wall = wall_seconds() - begin;
}

void work(SimulatedRun& run, const RunOptions& options, Recorder& recorder, Observing& observing) {
  Progress progress(!options.quiet);
  drive::Simulation& simulation = *run.simulation;
  const double start = wall_seconds();
  const Time end = planned(run.jobs.jobs);
  Pacer pacer(0.04);
  RateOfProgress rate(simulation);
  run.partial = false;
  while (!simulation.done() && !(run.partial = stopped(options))) {
    pacer.advance(simulation, recorder.due() - simulation.now());
    recorder.update();
    observing.update();
    if (!progress.due()) continue;
    const double now = simulation.now().seconds();
    const std::string share =
        end > Time() ? fmt::format(" of {:.4g} s, {:.0f} %", end.seconds(), 100 * now / end.seconds()) : " s";
    progress.show(fmt::format("simulated {:.3f}{}, {} IOPS", now, share, grouped(rate.iops())));
  }
  simulation.drain();
  run.wall = wall_seconds() - start;
}

}  // namespace

fio::JobFile jobs_of(const Setup& setup, const RunOptions& options) {
  fio::JobFile jobs = options.jobs
                          ? options.jobs(setup)
                          : read_jobs(Catalog(options.configs), options.job_files, options.job_options);
  static_cast<void>(parse_interval(options.series_interval));
  check_outputs(options, jobs);
  if (setup.drive.params.bridge.is_there() &&
      !(options.timeline.empty() && options.blktrace.empty() && options.observers.empty()))
    throw UsageError(
        "drives behind a bridge (bridge.members above 1) have no timeline, no blktrace and no other "
        "observer: those look at one drive");
  return jobs;
}

void run_jobs(SimulatedRun& run, const RunOptions& options) {
  drive::Simulation& simulation = *run.simulation;
  const bool records = !options.series.empty() || options.keep_series;
  const drive::Usage before = simulation.usage();
  run.busy_before = busy_of(simulation.controller().flash());
  Recorder recorder(simulation, records ? parse_interval(options.series_interval) : Time());
  Observing observing(options, simulation);
  work(run, options, recorder, observing);

  simulation.roll_meters();
  run.usage = simulation.usage() - before;
  run.event_hash = simulation.event_hash();
  run.report = {run.jobs.global_options, simulation.workers().results(), run.usage.at};
  run.broken = simulation.broken_laws();
  run.notes = notes_of(run, options);
  const std::vector<std::string> of_files = observing.finish();
  run.notes.insert(run.notes.end(), of_files.begin(), of_files.end());
  run.series = recorder.series();
}

SimulatedRun simulate(const RunOptions& options) {
  SimulatedRun run;
  run.setup = load_setup(Catalog(options.configs), options.setup);
  run.recipe = drive::parse_recipe(options.snapshot.empty() || !options.precondition.empty()
                                       ? options.precondition
                                       : read_origin(options.snapshot).recipe);
  if (!options.snapshot.empty()) require_savable(run.setup);
  run.seed = parse_seed(options.seed);
  run.jobs = jobs_of(run.setup, options);
  start(run, options);

  if (!options.stop) catch_interrupts();
  Progress progress(!options.quiet);
  precondition(run, options, progress);
  progress.clear();
  run_jobs(run, options);
  return run;
}

std::string json_of(const SimulatedRun& run, const nlohmann::ordered_json& more) {
  nlohmann::ordered_json json = result_json(run);
  for (const auto& [key, value] : more.items()) json["rainier"][key] = value;
  return host::json_text(json);
}

void write_results(const SimulatedRun& run, const RunOptions& options, const nlohmann::ordered_json& more) {
  if (!options.json.empty()) write_output(options.json, json_of(run, more));
  if (!options.series.empty()) write_output(options.series, run.series.csv());
  for_each_log(run.jobs, [&run](const host::LogNames& names, std::size_t number) {
    host::write_logs(run.report.jobs[number].logs, names, number + 1);
  });
}

void write_results(const SimulatedRun& run, const RunOptions& options) {
  write_results(run, options, nullptr);
}

int exit_status(const SimulatedRun& run) {
  for (const std::string& law : run.broken) fmt::print(stderr, "rainier: conservation law broken: {}\n", law);
  if (!run.broken.empty()) return 1;
  bool failed = false;
  for (const host::JobResult& job : run.report.jobs) {
    if (job.error == 0) continue;
    fmt::print(stderr, "rainier: job {}: {}\n", job.name, job.error_text);
    failed = true;
  }
  if (failed) return 1;
  return run.partial ? exit_interrupted : 0;
}

}  // namespace rainier::tool
