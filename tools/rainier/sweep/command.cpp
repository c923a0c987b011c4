#include "tools/rainier/sweep/command.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "models/host/report/atomic_file.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/children.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/option_values.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/snapshot_store.hpp"
#include "tools/rainier/sweep/record.hpp"
#include "tools/rainier/sweep/results.hpp"
#include "tools/rainier/sweep/slurm.hpp"
#include "tools/rainier/sweep/text.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

/// The points of one of several equal parts.
std::vector<SweepPoint> part_of(const SweepPlan& plan, const std::string& shard) {
  if (shard.empty()) return plan.points;
  const std::size_t bar = shard.find('/');
  std::uint64_t number = 0, of = 0;
  try {
    if (bar != std::string::npos) {
      number = config::parse_unsigned(shard.substr(0, bar));
      of = config::parse_unsigned(shard.substr(bar + 1));
    }
  } catch (const config::BadQuantity&) {
  }
  if (number < 1 || number > of)
    throw UsageError("--shard: expected I/N, a part and how many there are, such as 1/4 (got " +
                     config::in_quotes(shard) + ")");
  std::vector<SweepPoint> part;
  for (std::size_t i = number - 1; i < plan.points.size(); i += of) part.push_back(plan.points[i]);
  return part;
}

class Sweeping {
 public:
  Sweeping(const SweepOptions& options, const Catalog& catalog, const SweepPlan& plan,
           const SweepResults& results)
      : options_(options), catalog_(catalog), plan_(plan), results_(results) {}

  /// Runs the points that have no record; how many of them failed.
  std::size_t run(const std::vector<SweepPoint>& points, unsigned processes) {
    std::vector<Task> tasks;
    std::vector<const SweepPoint*> of_task;
    for (const SweepPoint& point : points) {
      if (!is_due(point)) continue;
      std::vector<std::string> arguments = run_arguments(plan_.file, point);
      arguments.insert(arguments.begin() + 1, {"--snapshots", results_.states().string()});
      add_configs(arguments);
      tasks.push_back({point.name, std::move(arguments), "", 1});
      of_task.push_back(&point);
    }
    std::size_t failed = 0;
    Progress progress(!options_.quiet);
    const std::size_t before = points.size() - tasks.size();
    run_tasks(
        tasks, results_.runs(), processes,
        [&](std::size_t done, std::size_t running) {
          progress.show(fmt::format("{} of {} points, {} running", before + done, points.size(), running));
        },
        [&](std::size_t task, const Outcome& outcome) { failed += !ended(*of_task[task], outcome); });
    return failed;
  }

  /// Makes the states that several points begin with, each once.
  bool prepare(const std::vector<SweepPoint>& points, unsigned processes) {
    std::vector<Task> tasks;
    std::set<std::string> keys;
    const std::vector<drive::Pass> recipe = drive::parse_recipe(plan_.file.precondition);
    for (const SweepPoint& point : points) {
      if (recipe.empty() || !is_due(point)) continue;
      try {
        const SetupOptions options = setup_of(plan_.file, point);
        const Setup setup = load_setup(catalog_, options);
        if (!can_be_saved(setup)) continue;
        const std::string key = origin_of(setup, recipe, point.seed).key();
        const std::string file = (results_.states() / (key + ".snapshot")).string();
        if (std::filesystem::exists(file) || !keys.insert(key).second) continue;
        std::vector<std::string> arguments{"snapshot",       file,
                                           "--drive",        options.drive,
                                           "--scale",        options.scale,
                                           "--precondition", plan_.file.precondition,
                                           "--seed",         std::to_string(point.seed)};
        for (const std::string& override : split_overrides(options.overrides).drive)
          arguments.insert(arguments.end(), {"--set", override});
        add_configs(arguments);
        tasks.push_back({key, std::move(arguments), "", 1});
      } catch (const std::exception&) {
        // The point's own run says what is wrong with it.
      }
    }
    Progress progress(!options_.quiet);
    bool all = true;
    run_tasks(
        tasks, results_.states(), processes,
        [&](std::size_t done, std::size_t) {
          progress.show(fmt::format("{} of {} preconditioned states", done, tasks.size()));
        },
        [&](std::size_t, const Outcome& outcome) { all = all && outcome.status == 0; }, false);
    return all;
  }

 private:
  bool is_due(const SweepPoint& point) const {
    if (!results_.has(point)) return true;
    return options_.retry && (*results_.load(point)).value("status", "") != "ok";
  }

  void add_configs(std::vector<std::string>& arguments) const {
    if (!options_.configs.empty())
      arguments.insert(arguments.end(), {"--configs", std::filesystem::absolute(options_.configs).string()});
  }

  /// Keeps what came of a run; nothing of one that was stopped. Whether the run is as it should be.
  bool ended(const SweepPoint& point, const Outcome& outcome) const {
    const std::filesystem::path file = results_.runs() / (point.name + ".json");
    if (outcome.status > 2) return true;  // stopped, by a signal or for want of memory: to be run again
    if (outcome.status != 0) {
      const std::string said =
          outcome.error.starts_with("rainier: ") ? outcome.error.substr(9) : outcome.error;
      results_.save(point, failed_record(point, said));
      return false;
    }
    std::ifstream stream(file, std::ios::binary);
    const Json run = Json::parse(stream);
    if (run["rainier"]["partial"].get<bool>()) return true;
    results_.save(point, record_of(plan_, point, run, load_setup(catalog_, setup_of(plan_.file, point))));
    stream.close();
    if (!options_.full) std::filesystem::remove(file);
    return true;
  }

  const SweepOptions& options_;
  const Catalog& catalog_;
  const SweepPlan& plan_;
  const SweepResults& results_;
};

int shown(const SweepOptions& options, const SweepPlan& plan, const SweepResults& results) {
  print(options.list ? points_text(plan, results) : limits_text(plan, results));
  return 0;
}

}  // namespace

int sweep(const SweepOptions& options) {
  const Catalog catalog(options.configs);
  const SweepPlan plan = plan_sweep(catalog, read_sweep(options.file));
  const std::string folder =
      options.output.empty() ? std::filesystem::path(options.file).stem().string() : options.output;
  const SweepResults results(std::filesystem::absolute(folder));
  if (options.list || options.explain) return shown(options, plan, results);
  const unsigned processes = processes_of("--jobs", options.processes);
  const std::vector<SweepPoint> points = part_of(plan, options.shard);
  results.create();
  if (options.slurm) {
    const std::uint64_t tasks = whole_number("--tasks", options.tasks, 100, 1, 100'000);
    const std::uint64_t at_most = whole_number("--at-most", options.at_most, tasks, 1, 100'000);
    return submit_to_slurm(options, plan, results, tasks, at_most);
  }
  catch_interrupts();
  Sweeping sweeping(options, catalog, plan, results);
  if (options.prepare) return sweeping.prepare(points, processes) ? 0 : interrupted() ? exit_interrupted : 1;
  const std::size_t failed = options.collect ? 0 : sweeping.run(points, processes);
  const std::size_t there = results.collect(plan);
  if (!options.quiet) print(summary_text(plan, results, there, failed));
  if (interrupted()) return exit_interrupted;
  return failed > 0 ? 1 : 0;
}

}  // namespace rainier::tool
