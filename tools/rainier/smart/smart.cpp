#include "tools/rainier/smart/smart.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "models/health/smart/smartctl.hpp"
#include "models/host/report/fio_json.hpp"
#include "sim/config/error.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/simulated_run.hpp"
#include "tools/rainier/smart_json.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& file) {
  throw UsageError("smart: no SMART data in " + config::in_quotes(file) +
                   ": expected what rainier run, replay or endurance writes with --json");
}

Json smart_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw UsageError("smart: no such file: " + config::in_quotes(file));
  const Json result = Json::parse(stream, nullptr, false);
  if (!result.is_object()) refuse(file);
  const Json& of = result.contains("rainier") ? result.at("rainier") : result;
  if (!of.is_object() || !of.contains("smart")) refuse(file);
  return of.at("smart");
}

/// A drive that only was preconditioned.
Json smart_of_new(const RunOptions& options) {
  const Setup setup = load_setup(Catalog(options.configs), options.setup);
  drive::Simulation simulation(setup.drive.params, setup.host.params, parse_seed(options.seed));
  catch_interrupts();
  Progress progress(!options.quiet);
  simulation.precondition(drive::parse_recipe(options.precondition), [&progress](double done) {
    progress.show(fmt::format("preconditioning {:.0f} %", 100 * done));
    return !interrupted();
  });
  simulation.rest(Time(1));  // faults of the first moment
  return smart_json(setup, simulation);
}

/// What a result that is there has no use for.
bool says_how_to_run(const RunOptions& o) {
  return !o.job_options.empty() || !o.setup.overrides.empty() || !o.setup.faults.empty() ||
         o.setup.scale != "1" || !o.precondition.empty() || !o.series.empty() || !o.timeline.empty() ||
         !o.blktrace.empty();
}

std::string log_text(const Json& smart) {
  const Json& log = smart.at("rainier").at("event_log");
  std::string text = log.empty() ? "\nno events\n" : "\n     SECONDS  EVENT\n";
  for (const Json& entry : log)
    text += fmt::format("{:12.6f}  {}\n", entry.at("seconds").get<double>(),
                        entry.at("event").get<std::string>());
  return text;
}

void show(const SmartCommand& command, const Json& smart) {
  if (!command.run.json.empty()) write_output(command.run.json, host::json_text(smart));
  if (command.run.json == "-") return;
  if (command.ataioctl) return print(health::ataioctl_text(smart));
  if (command.run.json.empty() || !command.run.quiet)
    print(health::smart_text(smart) + (command.log ? log_text(smart) : ""));
}

}  // namespace

int smart(const SmartCommand& command) {
  const RunOptions& options = command.run;
  if (command.ataioctl && command.log) throw UsageError("smart: --ataioctl excludes --log");
  if (options.setup.drive.empty()) {
    if (options.job_files.size() != 1 || says_how_to_run(options))
      throw UsageError("smart: give a result (of rainier run --json FILE), or --drive NAME and jobs");
    const std::string& file = options.job_files.front();
    check_writable(options.json);
    try {
      show(command, smart_of(file));
    } catch (const Json::exception&) {
      refuse(file);
    }
    return 0;
  }
  check_writable(options.json);
  const bool writes_more = !options.series.empty() || !options.timeline.empty() || !options.blktrace.empty();
  if (options.job_files.empty() && options.job_options.empty() && !writes_more) {
    show(command, smart_of_new(options));
    return interrupted() ? exit_interrupted : 0;
  }
  const SimulatedRun run = simulate(options);
  show(command, smart_json(run.setup, *run.simulation));
  RunOptions others = options;
  others.json.clear();
  write_results(run, others);
  return exit_status(run);
}

}  // namespace rainier::tool
