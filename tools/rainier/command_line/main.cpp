#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <new>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/report/atomic_file.hpp"
#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/command_line/live.hpp"
#include "tools/rainier/command_line/manage.hpp"
#include "tools/rainier/command_line/measures.hpp"
#include "tools/rainier/command_line/missing_value.hpp"
#include "tools/rainier/command_line/setup.hpp"
#include "tools/rainier/command_line/states.hpp"
#include "tools/rainier/command_line/trace.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/fio_arguments.hpp"
#include "tools/rainier/import/mqsim.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/serve/repeat.hpp"
#include "tools/rainier/smart/smart.hpp"
#include "tools/rainier/trace/replay.hpp"
#include "tools/rainier/usage_error.hpp"

namespace {

using namespace rainier;
using namespace rainier::tool;

void add_simulation(CLI::App* command, RunOptions& options) {
  command->add_option("--drive", options.setup.drive, "drive preset: see rainier list")
      ->required()
      ->type_name("NAME");
  add_setup(command, options.setup, options.configs);
  command
      ->add_option("--precondition", options.precondition,
                   "what is written before: KIND:BLOCK:CAPACITIES,... such as seq:128KiB:2,rand:4KiB:2")
      ->type_name("RECIPE");
  add_states(command, options);
  add_faults(command, options.setup);
  add_scale(command, options.setup);
  add_seed(command, options.seed);
  command
      ->add_option("--json", options.json,
                   "writes the result as fio's json+, with more under the key rainier; - is standard output")
      ->type_name("FILE");
  command
      ->add_option("--series", options.series, "writes a CSV with a row for each interval of simulated time")
      ->type_name("FILE");
  command->add_option("--series-interval", options.series_interval, "of the series")
      ->capture_default_str()
      ->type_name("TIME");
  command
      ->add_option("--timeline", options.timeline,
                   "writes what every slot, channel and die does in a window: open it in ui.perfetto.dev")
      ->type_name("FILE.json");
  command->add_option("--timeline-window", options.timeline_window, "of the timeline, such as 2s..2.01s")
      ->capture_default_str()
      ->type_name("FROM..TO");
  command
      ->add_option(
          "--blktrace", options.blktrace,
          "writes the run as the kernel would have traced it, for blkparse and btt (NAME.blktrace.0)")
      ->type_name("FILE");
  command->add_option("--queue", options.queue, "event queue: wheel or heap")->group("");
  command->add_flag("--quiet", options.quiet, "prints no table and no progress");
}

void add_run(CLI::App* command, RunOptions& options) {
  command->add_option("jobs", options.job_files, "fio job files, or names of workloads that ship")
      ->type_name("JOB.fio");
  add_simulation(command, options);
  command->footer(
      "Options of a fio job can stand in place of a job file:\n"
      "  rainier run --drive p320h-700 --rw=randread --bs=4k --iodepth=32 --numjobs=8 --runtime=1 "
      "--time_based");
}

void add_smart(CLI::App* command, SmartCommand& options) {
  command
      ->add_option(
          "jobs", options.run.job_files,
          "a result that run, replay or endurance wrote with --json; with --drive fio job files to run, "
          "or none")
      ->type_name("RESULT.json");
  add_simulation(command, options.run);
  command->get_option("--drive")->required(false);
  command->get_option("--json")->description("writes it as smartctl --json does; - is standard output");
  command->add_flag("--log", options.log, "also prints what happened to the drive, with times");
  command->add_flag("--ataioctl", options.ataioctl,
                    "prints the drive's ATA sectors instead, as smartctl reads them: ... | smartctl -a -");
}

void add_replay(CLI::App* command, ReplayCommand& options) {
  add_trace_options(command, options.trace);
  add_simulation(command, options.run);
  command->get_option("--drive")->required(false);
  add_replay_options(command, options);
  command->footer(
      "Options of a fio job that say how long, what is counted and what is logged go with it:\n"
      "  rainier replay hm_0.csv.gz --drive p320h-700 --past-end wrap --runtime=60 --write_lat_log=hm_0\n"
      "The log of a live run, of rainier serve --log, says itself what its drive is.");
}

int replay_any(const ReplayCommand& options) {
  const RunOptions& run = options.run;
  if (is_live_log(options.trace.path))
    return repeat({run.configs.string(), options.trace.path, run.json, run.quiet});
  if (run.setup.drive.empty()) throw UsageError("--drive is required");
  return replay(options);
}

std::vector<std::string> names_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  return names;
}

/// What CLI11 did not know what to do with.
void refuse_rest(const CLI::App& command, bool fio_too) {
  const std::vector<std::string> rest = command.remaining();
  if (rest.empty()) return;
  if (!rest.front().starts_with("-")) {
    std::vector<std::string> below;
    for (const CLI::App* one : command.get_subcommands({})) below.push_back(one->get_name());
    throw UsageError("unexpected argument " + config::in_quotes(rest.front()) +
                     config::did_you_mean(config::nearest(rest.front(), below)));
  }
  const std::string name = rest.front().substr(0, rest.front().find('='));
  std::vector<std::string> known = names_of(command);
  if (fio_too) known.insert(known.end(), fio::known_names().begin(), fio::known_names().end());
  const auto nearest = config::nearest(name.substr(std::min<std::size_t>(2, name.size())), known);
  throw UsageError("unknown option " + config::in_quotes(name) +
                   config::did_you_mean(nearest ? std::optional("--" + *nearest) : std::nullopt));
}

void add_show(CLI::App* command, ShowOptions& options) {
  command->add_option("drive", options.setup.drive, "drive preset")->required()->type_name("DRIVE");
  options.setup.host.clear();
  add_setup(command, options.setup, options.configs);
  add_scale(command, options.setup);
  auto* yaml = command->add_flag_callback(
      "--yaml", [&] { options.form = ShowOptions::Form::yaml; }, "as a file that loads again");
  command
      ->add_flag_callback(
          "--json", [&] { options.form = ShowOptions::Form::json; }, "for programs")
      ->excludes(yaml);
}

void add_schema(CLI::App* command, SchemaOptions& options) {
  command
      ->add_option("path", options.path,
                   "a group or a parameter, such as ftl.gc, or experiment; all of a drive and host if absent")
      ->type_name("PATH");
  auto* markdown = command->add_flag_callback(
      "--markdown", [&] { options.form = SchemaOptions::Form::markdown; }, "as Markdown tables");
  command
      ->add_flag_callback(
          "--json", [&] { options.form = SchemaOptions::Form::json; }, "for programs")
      ->excludes(markdown);
}

void add_endurance(CLI::App* command, EnduranceCommand& options) {
  command->add_option("drive", options.setup.drive, "drive preset")->required()->type_name("DRIVE");
  command->add_option("--workload", options.workload, "random, sequential or jesd219")
      ->capture_default_str()
      ->type_name("PATTERN");
  command->add_option("--block", options.block, "size of a write (default: 4KiB random, 128KiB sequential)")
      ->type_name("SIZE");
  command
      ->add_option("--until", options.until,
                   "host bytes to write, such as 50PB (default: to the end of life)")
      ->type_name("SIZE");
  add_scaled_drive(command, options.setup, options.configs, options.seed);
  command->add_option("--json", options.json, "writes the result for programs; - is standard output")
      ->type_name("FILE");
  command->add_flag("--quiet", options.quiet, "prints no progress");
}

/// One command: how it is run once its arguments are read.
struct Command {
  CLI::App* app;
  std::function<int()> act;
  std::vector<std::string>* fio_options = nullptr;  ///< takes options of fio, and where they go
};

std::string names_of(const std::vector<Command>& commands) {
  std::string names;
  for (std::size_t i = 0; i < commands.size(); ++i)
    names += (i == 0 ? "" : i + 1 == commands.size() ? " or " : ", ") + commands[i].app->get_name();
  return names;
}

void check_command(const std::string& name, const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.app->get_name());
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw UsageError("unknown command " + config::in_quotes(name) +
                   config::did_you_mean(config::nearest(name, names)));
}

int print_help(CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream help, ignored;
  app.exit(error, help, ignored);
  print(help.str());
  return 0;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

int dispatch(std::vector<std::string> arguments) {
  CLI::App app("Rainier, a full-system SSD simulator.", "rainier");
  app.require_subcommand(1);
  app.set_version_flag("--version", "rainier " RAINIER_VERSION);
  RunOptions run_options, explain_options;
  ReplayCommand replay_options;
  TraceCommands trace_commands;
  MqsimImport mqsim_import;
  PlotCommand plot_command;
  SmartCommand smart_command;
  manager::ManageCommand manage_command;
  SpecOptions spec_options;
  PtsOptions pts_options;
  ExperimentOptions experiment_options;
  ValidateOptions validate_options;
  SnapshotOptions snapshot_options;
  SweepOptions sweep_options;
  ServeOptions serve_options;
  ShowOptions show_options;
  SchemaOptions schema_options;
  EnduranceCommand endurance_options;
  std::filesystem::path list_configs;
  std::vector<Command> commands;
  const auto add = [&](const char* name, const char* what, std::function<int()> act,
                       std::vector<std::string>* fio = nullptr) {
    commands.push_back({app.add_subcommand(name, what)->allow_extras(), std::move(act), fio});
    return commands.back().app;
  };
  add_run(add(
              "run", "runs fio jobs on a drive", [&] { return run(run_options); }, &run_options.job_options),
          run_options);
  add_run(add(
              "explain", "the same, and says where the time went and what the limit is",
              [&] { return explain(explain_options); }, &explain_options.job_options),
          explain_options);
  add_replay(add(
                 "replay", "plays a trace to a drive, or repeats a live run",
                 [&] { return replay_any(replay_options); }, &replay_options.run.job_options),
             replay_options);
  add_trace(add("trace", "says what is in a trace, or writes it in another format",
                [&] {
                  if (trace_commands.act == nullptr)
                    throw UsageError("trace: give info, convert or formats (rainier trace --help says more)");
                  return trace_commands.act(trace_commands);
                }),
            trace_commands);
  add_import(add("import", "writes a drive and jobs from another simulator's configuration",
                 [&] {
                   if (mqsim_import.device.empty())
                     throw UsageError("import: give mqsim SSDCONFIG.xml WORKLOAD.xml");
                   return import_mqsim(mqsim_import);
                 }),
             mqsim_import);
  add_plot(add("plot", "draws results side by side", [&] { return plot(plot_command); }), plot_command);
  add_smart(add(
                "smart", "a drive's health, as its SMART data say it", [&] { return smart(smart_command); },
                &smart_command.run.job_options),
            smart_command);
  add_manage(add("manage", "asks and orders a drive that is served",
                 [&] { return manager::manage(manage_command); }),
             manage_command);
  add_spec(add("spec", "measures a drive and compares it with its published figures",
               [&] { return spec(spec_options); }),
           spec_options);
  add_pts(add("pts", "puts a drive through a SNIA performance test", [&] { return pts(pts_options); }),
          pts_options);
  add_endurance(add("endurance", "writes a drive until it is worn, and reports its wear",
                    [&] { return endurance(endurance_options); }),
                endurance_options);
  add_experiment(
      add("experiment", "runs a review's test, or your own: phases of purge, precondition and sweeps",
          [&] { return experiment(experiment_options); }),
      experiment_options);
  add_validate(add("validate", "compares everything that was published with what is simulated, in a report",
                   [&] { return validate(validate_options); }),
               validate_options);
  add_snapshot(add("snapshot", "saves a preconditioned drive for runs to come, or says what a snapshot holds",
                   [&] { return snapshot(snapshot_options); }),
               snapshot_options);
  add_sweep(
      add("sweep", "runs a drive over grids, lists or samples of its parameters, on one machine or many",
          [&] { return sweep(sweep_options); }),
      sweep_options);
  add_serve(add("serve", "a drive as a network block device for fio, qemu or a file system",
                [&] { return serve(serve_options); }),
            serve_options);
  add_show(add("show", "a drive's resolved configuration, with the source of every value",
               [&] { return show(show_options); }),
           show_options);
  add_schema(
      add("schema", "every parameter: unit, default, range, meaning", [&] { return schema(schema_options); }),
      schema_options);
  add_configs(add("list", "drives, hosts, NAND and workloads that ship", [&] { return list(list_configs); }),
              list_configs);

  for (const Command& command : commands) {
    if (command.fio_options == nullptr || arguments.empty() || arguments.front() != command.app->get_name())
      continue;
    SplitArguments split = split_fio_options(arguments, names_of(*command.app));
    arguments = std::move(split.rest);
    *command.fio_options = std::move(split.fio);
  }
  if (arguments.empty())
    throw UsageError("give a command: " + names_of(commands) + " (rainier --help says more)");
  if (!arguments.front().starts_with("-")) check_command(arguments.front(), commands);
  for (const Command& command : commands)
    if (command.app->get_name() == arguments.front()) refuse_missing_values(*command.app, arguments);
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return print_help(app, error);
    throw UsageError(one_line(error.what()));
  }
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    refuse_rest(*command.app, command.fio_options != nullptr);
    return command.act();
  }
  return 0;
}

int fail(int status, const char* what) {
  fmt::print(stderr, "rainier: {}\n", what);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGABRT, [](int) { std::_Exit(1); });
  try {
    return dispatch({argv + 1, argv + argc});
  } catch (const UsageError& error) {
    return fail(2, error.what());
  } catch (const config::Error& error) {
    return fail(2, error.what());
  } catch (const fio::JobError& error) {
    return fail(2, error.what());
  } catch (const host::FileError& error) {
    return fail(2, error.what());
  } catch (const std::invalid_argument& error) {
    return fail(2, error.what());
  } catch (const std::bad_alloc&) {
    return fail(1, "not enough memory for a drive of this size; --scale makes it smaller");
  } catch (const std::exception& error) {
    return fail(1, (std::string("internal failure: ") + error.what()).c_str());
  }
}
