#include "tools/rainier/command_line/measures.hpp"

namespace rainier::tool {

void add_spec(CLI::App* command, SpecOptions& options) {
  command->add_option("drive", options.setup.drive, "drive preset with a spec table")
      ->required()
      ->type_name("DRIVE");
  command->add_option("--rows", options.rows, "only these rows, separated by commas")
      ->delimiter(',')
      ->type_name("ID,...");
  command->add_option("--set", options.setup.overrides, "any parameter, as for run; repeatable")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  command->add_option("--configs", options.configs, "folder searched first for presets")->type_name("DIR");
  command->add_option("--seed", options.seed, "of all random numbers")->capture_default_str()->type_name("N");
  command->add_option("--json", options.json, "writes the table for programs; - is standard output")
      ->type_name("FILE");
  command->add_flag("--quick", options.quick, "half the simulated time for each row");
  command->add_flag("--strict", options.strict, "exit status 1 unless all rows pass");
  command->add_flag("--quiet", options.quiet, "prints no progress");
  command->add_option("--scale", options.setup.scale)->group("");
  command->add_flag("--relative", options.relative)->group("");
}

void add_validate(CLI::App* command, ValidateOptions& options) {
  command->add_option("drives", options.drives, "drive presets; all if none is given")->type_name("DRIVE");
  command->add_flag(
      "--quick", options.quick,
      "shorter windows, and no sensitivity of the constants; never smaller drives or fewer figures");
  command->add_flag("--again", options.again,
                    "measures nothing: compares and draws the results that are there");
  command->add_option("--output", options.output, "folder of the report")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_option("--processes", options.processes, "that run at once; as many as processors if absent")
      ->type_name("N");
  command->add_option("--configs", options.configs, "folder searched first for presets")->type_name("DIR");
  command->add_option("--seed", options.seed, "of all random numbers")->capture_default_str()->type_name("N");
  command->add_flag("--quiet", options.quiet, "prints no progress");
}

void add_faults(CLI::App* command, SetupOptions& setup) {
  command
      ->add_option("--fault", setup.faults,
                   "what goes wrong, and when: die:3.2@10s, page:any@1e-6/op, channel:5@20000ops (rainier "
                   "schema faults); repeatable")
      ->type_name("KIND:ADDRESS@WHEN")
      ->allow_extra_args(false);
}

void add_experiment(CLI::App* command, ExperimentOptions& options) {
  command->add_option("file", options.file, "experiment file, or the name of a review's that ships")
      ->required()
      ->type_name("FILE");
  command->add_option("--drive", options.setup.drive, "drive preset; needed if the file names several")
      ->type_name("NAME");
  add_faults(command, options.setup);
  command->add_option("--set", options.setup.overrides, "any parameter, as for run; repeatable")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  command->add_option("--configs", options.configs, "folder searched first for presets")->type_name("DIR");
  command->add_option("--seed", options.seed, "of all random numbers")->capture_default_str()->type_name("N");
  command->add_option("--scale", options.setup.scale, "share of the blocks that are kept, such as 1/16")
      ->type_name("SHARE");
  command->add_option("--json", options.json, "writes all points for programs; - is standard output")
      ->type_name("FILE");
  command->add_flag("--quick", options.quick, "a fifth of the simulated time for each point");
  command->add_flag("--quiet", options.quiet, "prints no table and no progress");
}

}  // namespace rainier::tool
