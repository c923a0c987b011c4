#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <new>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/report/atomic_file.hpp"
#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/fio_arguments.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/usage_error.hpp"

namespace {

using namespace rainier;
using namespace rainier::tool;

void add_setup(CLI::App* command, SetupOptions& setup, std::filesystem::path& configs) {
  command->add_option("--host", setup.host, "host preset: see rainier list")->capture_default_str();
  command->add_option("--set", setup.overrides, "any parameter, as in ftl.gc.victim=fifo or host.cores=4; repeatable")
      ->type_name("PATH=VALUE")->allow_extra_args(false);
  command->add_option("--configs", configs, "folder searched first for presets and workloads")->type_name("DIR");
}

void add_run(CLI::App* command, RunOptions& options) {
  command->add_option("jobs", options.job_files, "fio job files, or names of workloads that ship")->type_name("JOB.fio");
  command->add_option("--drive", options.setup.drive, "drive preset: see rainier list")->required()->type_name("NAME");
  add_setup(command, options.setup, options.configs);
  command->add_option("--precondition", options.precondition,
                      "what is written before: KIND:BLOCK:CAPACITIES,... such as seq:128KiB:2,rand:4KiB:2")->type_name("RECIPE");
  command->add_option("--scale", options.setup.scale, "share of the blocks that are kept, such as 1/16")->type_name("SHARE");
  command->add_option("--seed", options.seed, "of all random numbers")->capture_default_str()->type_name("N");
  command->add_option("--json", options.json, "writes the result as fio's json+, with more under the key rainier; - is standard output")->type_name("FILE");
  command->add_option("--series", options.series, "writes a CSV with a row for each interval of simulated time")->type_name("FILE");
  command->add_option("--series-interval", options.series_interval, "of the series")->capture_default_str()->type_name("TIME");
  command->add_option("--queue", options.queue, "event queue: wheel or heap")->group("");
  command->add_flag("--quiet", options.quiet, "prints no table and no progress");
  command->footer("Options of a fio job can stand in place of a job file:\n"
                  "  rainier run --drive p320h-700 --rw=randread --bs=4k --iodepth=32 --numjobs=8 --runtime=1 --time_based");
}

void add_spec(CLI::App* command, SpecOptions& options) {
  command->add_option("drive", options.setup.drive, "drive preset with a spec table")->required()->type_name("DRIVE");
  command->add_option("--rows", options.rows, "only these rows, separated by commas")->delimiter(',')->type_name("ID,...");
  command->add_option("--set", options.setup.overrides, "any parameter, as for run; repeatable")
      ->type_name("PATH=VALUE")->allow_extra_args(false);
  command->add_option("--configs", options.configs, "folder searched first for presets")->type_name("DIR");
  command->add_option("--seed", options.seed, "of all random numbers")->capture_default_str()->type_name("N");
  command->add_option("--json", options.json, "writes the table for programs; - is standard output")->type_name("FILE");
  command->add_flag("--strict", options.strict, "exit status 1 unless all rows pass");
  command->add_flag("--quiet", options.quiet, "prints no progress");
  command->add_option("--scale", options.setup.scale)->group("");
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
  if (!rest.front().starts_with("-")) throw UsageError("unexpected argument " + config::in_quotes(rest.front()));
  const std::string name = rest.front().substr(0, rest.front().find('='));
  std::vector<std::string> known = names_of(command);
  if (fio_too) known.insert(known.end(), fio::known_names().begin(), fio::known_names().end());
  const auto nearest = config::nearest(name.substr(std::min<std::size_t>(2, name.size())), known);
  throw UsageError("unknown option " + config::in_quotes(name) +
                   config::did_you_mean(nearest ? std::optional("--" + *nearest) : std::nullopt));
}

int dispatch(std::vector<std::string> arguments) {
  CLI::App app("Rainier, a full-system SSD simulator.", "rainier");
  app.require_subcommand(1);
  app.set_version_flag("--version", "rainier " RAINIER_VERSION);
  RunOptions run_options;
  CLI::App* run_command = app.add_subcommand("run", "runs fio jobs on a drive");
  add_run(run_command, run_options);
  SpecOptions spec_options;
  CLI::App* spec_command = app.add_subcommand("spec", "measures a drive and compares it with its published figures");
  add_spec(spec_command, spec_options);
  for (CLI::App* command : app.get_subcommands({})) command->allow_extras();

  std::vector<std::string> fio;
  if (!arguments.empty() && arguments.front() == "run") {
    SplitArguments split = split_fio_options(arguments, names_of(*run_command));
    arguments = std::move(split.rest);
    run_options.job_options = std::move(split.fio);
  }
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(error.what());
    std::ostringstream help, ignored;
    app.exit(error, help, ignored);
    print(help.str());
    return 0;
  }
  if (run_command->parsed()) {
    refuse_rest(*run_command, true);
    return run(run_options);
  }
  if (spec_command->parsed()) {
    refuse_rest(*spec_command, false);
    return spec(spec_options);
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
