#include "tools/rainier/experiment_file.hpp"

#include <algorithm>
#include <set>

#include "models/drive/recipe.hpp"
#include "models/faults/fault.hpp"
#include "sim/config/load.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

const std::vector<std::string> plots{"iops", "throughput", "latency_mean", "latency_max", "power"};

std::string broken(const Sweep& sweep) {
  if (sweep.id.empty()) return "a sweep needs an id";
  if (sweep.job.empty() == sweep.workload.empty())
    return "sweep " + sweep.id + ": expected either job or workload";
  for (const std::uint32_t n : sweep.outstanding)
    if (n > sweep.workers && n % sweep.workers != 0)
      return "sweep " + sweep.id + ": " + std::to_string(n) + " outstanding can't be shared evenly by " +
             std::to_string(sweep.workers) + " workers";
  for (const std::string& plot : sweep.plot)
    if (std::find(plots.begin(), plots.end(), plot) == plots.end())
      return "sweep " + sweep.id +
             ": plot: expected iops, throughput, latency_mean, latency_max or power (got " +
             config::in_quotes(plot) + ")" + config::did_you_mean(config::nearest(plot, plots));
  return "";
}

std::string broken(const Experiment& experiment) {
  std::set<std::string> ids;
  const auto again = [&](const std::string& id) { return !ids.insert(id).second; };
  for (const Phase& phase : experiment.phases) {
    for (const Sweep& sweep : phase.measure) {
      if (again(sweep.id)) return "two measurements are named " + config::in_quotes(sweep.id);
    }
    for (const Streaming& streaming : phase.streaming) {
      if (again(streaming.id)) return "two measurements are named " + config::in_quotes(streaming.id);
      if (streaming.timed > streaming.runs)
        return "streaming " + streaming.id + ": more timed runs than runs";
    }
  }
  return ids.empty() ? "an experiment needs a phase that measures something" : "";
}

}  // namespace

void describe(config::Schema& s, PublishedPoint& point) {
  s.field("figure", point.figure, "the published figure");
  s.field("at", point.at, "where on the x axis; none: a line across the chart");
  s.field("label", point.label, "for the legend");
}

void describe(config::Schema& s, Sweep& sweep) {
  s.field("id", sweep.id, "name of the sweep in results and references");
  s.field("label", sweep.label, "in a chart's legend; the id if there is none");
  s.field("job", sweep.job, "options of the fio job that loads the drive");
  s.field("workload", sweep.workload, "instead of job: a fio job file, by its name or path");
  s.field("host", sweep.host, "host preset; the experiment's if there is none");
  s.field("workers", sweep.workers, config::range(1, 1024), "jobs that share what is outstanding");
  s.field("outstanding", sweep.outstanding, config::range(1, 65536),
          "requests outstanding over all workers: a measurement for each");
  s.bytes("block", sweep.block, config::range(512, 1 << 30), "sizes of a request: a measurement for each");
  s.field("read_percent", sweep.read_percent, config::range(0, 100),
          "shares of reads: a measurement for each");
  s.field("window", sweep.window, config::at_least(Time(1'000'000'000)),
          "simulated time of a measurement; --quick takes a fifth");
  s.field("chart", sweep.chart, "title of the chart; sweeps of one title share it");
  s.field("plot", sweep.plot, "what is plotted: iops, throughput, latency_mean, latency_max, power");
  s.list("published", sweep.published, "published figures that the chart shows");
  s.check(sweep, [](const Sweep& p) { return p.id.empty() && p.job.empty() ? std::string() : broken(p); });
}

void describe(config::Schema& s, Streaming& streaming) {
  s.field("id", streaming.id, "name of the test in results and references");
  s.bytes("block", streaming.block, config::range(512, 1 << 30), "size of a write");
  s.field("outstanding", streaming.outstanding, config::range(1, 65536), "writes outstanding");
  s.field("runs", streaming.runs, config::range(1, 100000), "full-capacity writes");
  s.field("timed", streaming.timed, config::range(1, 1000),
          "of them are run in time, evenly spread; --quick times three, one capacity apart");
  s.field("host", streaming.host, "host preset; the experiment's if there is none");
  s.field("window", streaming.window, config::at_least(Time(1'000'000'000)),
          "simulated time of a timed run; --quick takes a fifth");
  s.field("thresholds", streaming.thresholds, config::at_least(0.0),
          "rates that the stream is to keep, MB/s");
}

void describe(config::Schema& s, Phase& phase) {
  s.field("purge", phase.purge, "secure erase: the drive is new again");
  s.field("precondition", phase.precondition, "recipe, as for rainier run --precondition");
  s.list("measure", phase.measure, "sweeps, in the order in which they are measured");
  s.list("streaming", phase.streaming, "streaming tests, after the sweeps");
}

void describe(config::Schema& s, Experiment& experiment) {
  s.field("title", experiment.title, "what a report calls it");
  s.field("source", experiment.source, "who published the test");
  s.field("drives", experiment.drives, "drive presets it is meant for");
  s.field("host", experiment.host, "host preset");
  s.field("faults", experiment.faults,
          "what goes wrong with the drive, as KIND:ADDRESS@WHEN: see rainier schema faults");
  s.list("phases", experiment.phases, "what is done to the drive, in this order");
  s.check(experiment, [](const Experiment& p) { return broken(p); });
}

std::filesystem::path find_experiment(const Catalog& catalog, const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(name, ignored)) return name;
  if (const auto file = catalog.validation("reviews/" + name + ".yaml"); !file.empty()) return file;
  const std::vector<std::string> known = catalog.experiments();
  throw UsageError("no such experiment: " + config::in_quotes(name) +
                   config::did_you_mean(config::nearest(std::filesystem::path(name).stem().string(), known)));
}

void check_faults(const Experiment& experiment, const controller::DriveConfig& drive) {
  try {
    for (const std::string& text : experiment.faults) controller::check_fault(drive, text);
  } catch (const faults::BadFault& error) {
    throw config::Error(experiment.faults_at, "faults", error.what());
  }
}

Experiment load_experiment(const std::filesystem::path& file) {
  config::Loaded<Experiment> loaded = config::load<Experiment>(file);
  Experiment& experiment = loaded.params;
  for (const Phase& phase : experiment.phases) drive::parse_recipe(phase.precondition);
  for (const config::Leaf& leaf : loaded.leaves)
    if (leaf.path == "faults") experiment.faults_at = {leaf.file, leaf.line};
  try {
    for (const std::string& text : experiment.faults) faults::parse(text);
  } catch (const faults::BadFault& error) {
    throw config::Error(experiment.faults_at, "faults", error.what());
  }
  return std::move(experiment);
}

}  // namespace rainier::tool
