#include "tools/rainier/command_line/states.hpp"

#include "tools/rainier/command_line/setup.hpp"

namespace rainier::tool {

void add_states(CLI::App* command, RunOptions& options) {
  command
      ->add_option("--snapshot", options.snapshot,
                   "begins with the state that rainier snapshot saved, instead of writing it")
      ->type_name("FILE");
  command
      ->add_option("--snapshots", options.snapshots,
                   "folder where preconditioned states are kept from run to run, or none "
                   "(RAINIER_SNAPSHOTS, else ~/.cache/rainier/snapshots)")
      ->type_name("DIR");
}

void add_snapshot(CLI::App* command, SnapshotOptions& options) {
  command->add_option("file", options.file, "of the snapshot")->required()->type_name("FILE");
  command
      ->add_option("--drive", options.setup.drive, "drive preset; without one: what the file was made from")
      ->type_name("NAME");
  command->add_option("--precondition", options.precondition, "what is written, such as seq:128KiB:2")
      ->type_name("RECIPE");
  add_scaled_drive(command, options.setup, options.configs, options.seed);
  command->add_flag("--quiet", options.quiet, "prints nothing and no progress");
}

void add_sweep(CLI::App* command, SweepOptions& options) {
  const auto add = [command](const char* name, std::string& value, const char* what, const char* type) {
    command->add_option(name, value, what)->type_name(type);
  };
  command->add_option("file", options.file, "YAML of the sweep")->required()->type_name("FILE.yaml");
  add("--output", options.output, "folder of the results (the file's name without its ending)", "DIR");
  add("--jobs", options.processes, "points that run at once (as many as processors)", "N");
  add("--shard", options.shard, "only each N-th point, from the I-th on, for other machines to run the rest",
      "I/N");
  add_configs(command, options.configs);
  command->add_flag("--list", options.list, "runs nothing: the points, and which have been run");
  command->add_flag("--explain", options.explain, "runs nothing: what limits each point that has been run");
  command->add_flag("--prepare", options.prepare, "makes the preconditioned states alone");
  command->add_flag("--collect", options.collect, "runs nothing: makes the tables of what has been run");
  command->add_flag("--retry", options.retry, "runs those again that could not be run");
  command->add_flag("--full", options.full, "keeps each run's whole result under runs/");
  command->add_flag("--slurm", options.slurm, "writes and submits an array of jobs");
  add("--tasks", options.tasks, "of the array (100)", "N");
  add("--at-most", options.at_most, "of them at once", "N");
  command->add_flag("--quiet", options.quiet, "prints nothing and no progress");
}

}  // namespace rainier::tool
