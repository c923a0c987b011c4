#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "models/host/report/fio_json.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/experiment_report.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

std::string chosen_drive(const ExperimentOptions& options, const Experiment& experiment) {
  if (!options.setup.drive.empty()) return options.setup.drive;
  if (experiment.drives.size() == 1) return experiment.drives.front();
  std::string known;
  for (const std::string& drive : experiment.drives) known += (known.empty() ? "" : ", ") + drive;
  throw UsageError("--drive: which one? " + options.file +
                   (known.empty() ? " names none" : " is meant for " + known));
}

/// Everything that can be refused is refused before the long part.
std::map<std::string, host::Params> check(const Catalog& catalog, const Experiment& experiment,
                                          const SetupOptions& setup, const std::vector<Figure>& figures) {
  const std::vector<std::string> of_host = split_overrides(setup.overrides).host;
  std::map<std::string, host::Params> hosts;
  const auto need = [&](const std::string& host) {
    const std::string name = host.empty() ? experiment.host : host;
    if (!hosts.contains(name)) hosts.emplace(name, load_host(catalog, name, of_host).params);
  };
  for (const Phase& phase : experiment.phases) {
    for (const Sweep& sweep : phase.measure) {
      need(sweep.host);
      for (const Point& point : points_of(sweep)) jobs_of(catalog, point);
      for (const PublishedPoint& p : sweep.published) unit_value(figure_named(p.figure, figures));
    }
    for (const Streaming& streaming : phase.streaming) need(streaming.host);
  }
  return hosts;
}

}  // namespace

int experiment(const ExperimentOptions& options) {
  const Catalog catalog(options.configs);
  const auto file = find_experiment(catalog, options.file);
  Experiment loaded = load_experiment(file);
  keep_only(loaded, options.only);
  SetupOptions setup = options.setup;
  setup.drive = chosen_drive(options, loaded);
  setup.host = loaded.host;
  check_faults(loaded, load_setup(catalog, setup).drive.params);
  setup.faults.insert(setup.faults.begin(), loaded.faults.begin(), loaded.faults.end());
  ExperimentReport report{file.stem().string(),     &loaded,       load_setup(catalog, setup),
                          parse_seed(options.seed), options.quick, {}};
  const std::vector<Figure> figures = load_figures(catalog.validation("published/figures.yaml"));
  const auto hosts = check(catalog, loaded, setup, figures);
  check_writable(options.json);

  catch_interrupts();
  Progress progress(!options.quiet);
  TestBench bench(
      report.setup.drive.params, [&](const std::string& name) { return hosts.at(name); }, report.seed,
      progress);
  report.result = run_experiment(catalog, loaded, options.quick, bench);
  progress.clear();
  if (!options.json.empty()) write_output(options.json, host::json_text(experiment_json(report, figures)));
  if (options.json != "-" && !options.quiet) print(experiment_table(report));
  return report.result.partial ? exit_interrupted : 0;
}

}  // namespace rainier::tool
