#include "tools/rainier/command_line/measures.hpp"

#include "tools/rainier/command_line/setup.hpp"

namespace rainier::tool {

void add_spec(CLI::App* command, SpecOptions& options) {
  command->add_option("drive", options.setup.drive, "drive preset with a spec table")
      ->required()
      ->type_name("DRIVE");
  command->add_option("--rows", options.rows, "only these rows, separated by commas")
      ->delimiter(',')
      ->type_name("ID,...");
  add_set(command, options.setup);
  add_configs(command, options.configs);
  add_seed(command, options.seed);
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
  add_configs(command, options.configs);
  add_seed(command, options.seed);
  command->add_flag("--quiet", options.quiet, "prints no progress");
}

void add_experiment(CLI::App* command, ExperimentOptions& options) {
  command->add_option("file", options.file, "experiment file, or the name of a review's that ships")
      ->required()
      ->type_name("FILE");
  command->add_option("--drive", options.setup.drive, "drive preset; needed if the file names several")
      ->type_name("NAME");
  add_faults(command, options.setup);
  add_scaled_drive(command, options.setup, options.configs, options.seed);
  command
      ->add_option("--only", options.only,
                   "a sweep, or a point of one: \"random_read outstanding=16\"; repeatable")
      ->type_name("POINT")
      ->allow_extra_args(false);
  command->add_option("--json", options.json, "writes all points for programs; - is standard output")
      ->type_name("FILE");
  command->add_flag("--quick", options.quick, "a fifth of the simulated time for each point");
  command->add_flag("--quiet", options.quiet, "prints no table and no progress");
}

void add_pts(CLI::App* command, PtsOptions& options) {
  const auto add = [command](const char* name, std::string& value, const char* what, const char* type) {
    command->add_option(name, value, what)->type_name(type);
  };
  command->add_option("drive", options.setup.drive, "drive preset: see rainier list")
      ->required()
      ->type_name("DRIVE");
  command->add_option("test", options.test, "iops, throughput, latency or wsat (write saturation)")
      ->required()
      ->type_name("TEST");
  add_setup(command, options.setup, options.configs);
  add("--qd", options.queue_depth, "requests outstanding over all workers (32; latency: 1)", "N");
  add("--workers", options.workers, "that share the queue depth (up to 8; throughput: 1)", "N");
  add("--rounds", options.rounds, "at most (25; wsat: 1440)", "N");
  add("--after", options.after, "rounds run after steady state and averaged (0: the five steady ones are)",
      "N");
  add("--capacities", options.capacities, "wsat ends after as many host writes (4)", "N");
  command->add_option("--precondition", options.precondition, "after the purge (seq:128KiB:2; wsat: none)")
      ->type_name("RECIPE");
  add("--cell", options.cell, "a cell's length (60s)", "TIME");
  add("--sample", options.sample, "timed of it at least, the rest is written functionally (100ms)", "TIME");
  command->add_option("--blocks", options.blocks, "only these block sizes of the test")
      ->delimiter(',')
      ->type_name("BYTES,...");
  command->add_option("--reads", options.reads, "only these percentages of reads")
      ->delimiter(',')
      ->type_name("PERCENT,...");
  add_scale(command, options.setup);
  add_seed(command, options.seed);
  add("--json", options.json, "writes all rounds for programs and charts; - is standard output", "FILE");
  add("--csv", options.csv, "writes a line for each cell of each round; - is standard output", "FILE");
  command->add_flag("--strict", options.strict, "exit status 1 unless steady state was attained");
  command->add_flag("--quiet", options.quiet, "prints no tables and no progress");
}

}  // namespace rainier::tool
