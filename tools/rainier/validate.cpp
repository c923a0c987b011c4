#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "models/host/report/fio_json.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/option_values.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/usage_error.hpp"
#include "tools/rainier/validation_report.hpp"

namespace rainier::tool {
namespace {

namespace fs = std::filesystem;

fs::path make_folder(const std::string& name) {
  std::error_code error;
  fs::create_directories(fs::path(name) / "results", error);
  if (error) throw UsageError("--output: cannot make " + config::in_quotes(name) + ": " + error.message());
  check_writable((fs::path(name) / "figures.csv").string());
  return name;
}

std::vector<std::string> failures_of(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes) {
  std::vector<std::string> failures;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (outcomes[i].status > 0 && outcomes[i].status != exit_interrupted)
      failures.push_back(
          fmt::format("{} failed with status {}: {}", tasks[i].name, outcomes[i].status, outcomes[i].error));
  return failures;
}

/// The page is drawn by a script, so that whoever wants other charts has a place to begin. Its absence, or
/// that of matplotlib, costs the page alone.
std::string draw(const Catalog& catalog, const fs::path& folder) {
  const fs::path script = catalog.validation("report/report.py");
  if (script.empty()) return "no page: validation/report/report.py is not there";
  if (std::system("/usr/bin/python3 -c 'import matplotlib' >/dev/null 2>&1") != 0)
    return "no page: it needs /usr/bin/python3 and matplotlib (Debian: python3-matplotlib)";
  const auto quoted = [](const fs::path& path) {
    std::string text = "'";
    for (const char c : path.string()) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
  };
  const int status = std::system(("/usr/bin/python3 " + quoted(script) + " " + quoted(folder)).c_str());
  return status == 0 ? "" : "no page: the script that draws it failed";
}

std::function<void(std::size_t, std::size_t)> shown(Progress& progress, const char* what, std::size_t all) {
  return [&progress, what, all](std::size_t done, std::size_t running) {
    progress.show(fmt::format("{}: {} of {} done, {} running", what, done, all, running));
  };
}

}  // namespace

int validate(const ValidateOptions& options) {
  const Catalog catalog(options.configs);
  const unsigned processes = processes_of("--processes", options.processes);
  ValidationReport report;
  report.quick = options.quick;
  report.seed = parse_seed(options.seed);
  const Plan plan = plan_of(catalog, options.drives, options.quick, options.seed);
  report.all = plan.all;
  for (const Family& family : plan.families) compare(catalog, plan, family, {});  // refuses what is wrong now
  const fs::path folder = make_folder(options.output), parts = folder / "results";

  catch_interrupts();
  Progress progress(!options.quiet);
  std::vector<Outcome> outcomes(plan.tasks.size());
  if (!options.again)
    outcomes = run_tasks(plan.tasks, parts, processes, shown(progress, "measuring", plan.tasks.size()));
  const Results results = read_results(plan.tasks, parts);
  for (const auto& [name, json] : results) report.results.push_back(name);
  report.failures = failures_of(plan.tasks, outcomes);
  for (const Family& family : plan.families)
    report.families.push_back(compare(catalog, plan, family, results));
  if (!options.quick && !options.again)
    for (const FamilyResult& family : report.families)
      if (!family.family.comparison && !interrupted())
        report.sensitivities.push_back(sensitivity_of(
            catalog, family, options.seed, parts, processes, [&](std::size_t done, std::size_t running) {
              progress.show(fmt::format("{}: moving constants: {} done, {} running", family.family.name, done,
                                        running));
            }));
  clear_shared(report.sensitivities);
  report.costs = costs_of_life(catalog.validation("published/figures.yaml"), report.comparisons());
  if (std::none_of(report.costs.begin(), report.costs.end(),
                   [](const CostOfLife& c) { return c.simulated.has_value(); }))
    report.costs.clear();
  progress.clear();
  report.partial = interrupted();
  write_output((folder / "figures.csv").string(), validation_csv(report));
  write_output((folder / "report.json").string(), host::json_text(validation_json(report)));
  print(validation_table(report));
  const std::string no_page = draw(catalog, folder);
  print(no_page.empty() ? fmt::format("report: {}\n", (folder / "index.html").string())
                        : "note: " + no_page + "\n");
  if (report.partial) return exit_interrupted;
  return passes(report) ? 0 : 1;
}

}  // namespace rainier::tool
