#include "tools/rainier/command_line/live.hpp"

#include "tools/rainier/command_line/setup.hpp"

namespace rainier::tool {

void add_serve(CLI::App* command, ServeOptions& options) {
  const auto add = [command](const char* name, std::string& value, const char* what, const char* type) {
    command->add_option(name, value, what)->type_name(type);
  };
  RunOptions& run = options.run;
  command->add_option("drive", run.setup.drive, "drive preset")->required()->type_name("DRIVE");
  add("--socket", options.socket, "Unix socket to listen on", "PATH");
  add("--port", options.port, "TCP port to listen on, 0 for any that is free", "N");
  command->add_option("--bind", options.bind, "address of the TCP port")
      ->capture_default_str()
      ->type_name("ADDRESS");
  add("--store", options.store,
      "keeps the drive from one process to the next: its bytes in FILE, its map, wear, failures and log in "
      "FILE.state, written when it ends or rests. After kill -9 all bytes are there, and it has lost its "
      "power and the wear since it was kept last",
      "FILE");
  command
      ->add_option("--pace", options.pace,
                   "real: replies leave when the model says; xN: N times later; free: as soon as they can, "
                   "at about the queue depth that the clients keep")
      ->capture_default_str()
      ->type_name("PACE");
  add("--log", options.log, "writes down each arrival: rainier replay FILE repeats the run", "FILE");
  add("--page", options.front.page,
      "the drive's page for browsers, on this machine unless ADDRESS says otherwise", "[ADDRESS:]PORT");
  command
      ->add_option("--page-name", options.front.names, "by which other machines reach the page; repeatable")
      ->type_name("HOST")
      ->allow_extra_args(false);
  add("--token-file", options.front.token_file,
      "holds what the page needs to act, for its owner alone; printed without it", "FILE");
  add("--name", options.front.name, "by which rainier manage finds it (the drive's)", "NAME");
  add("--precondition", run.precondition, "what is written before, such as seq:128KiB:1", "RECIPE");
  add_setup(command, run.setup, run.configs);
  add_faults(command, run.setup);
  add_scale(command, run.setup);
  add_seed(command, run.seed);
  add("--json", run.json, "writes at the end what was done and how long it took; - is standard output",
      "FILE");
  command->add_flag("--quiet", run.quiet, "prints nothing and no progress");
}

}  // namespace rainier::tool
