#include "tools/rainier/command_line/setup.hpp"

namespace rainier::tool {

void add_host(CLI::App* command, SetupOptions& setup) {
  command->add_option("--host", setup.host, "host preset: see rainier list")->capture_default_str();
}

void add_set(CLI::App* command, SetupOptions& setup) {
  command
      ->add_option("--set", setup.overrides,
                   "any parameter, as in ftl.gc.victim=fifo or host.cores=4; repeatable")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

void add_faults(CLI::App* command, SetupOptions& setup) {
  command
      ->add_option("--fault", setup.faults,
                   "what goes wrong, and when: die:3.2@10s, page:any@1e-6/op, channel:5@20000ops (rainier "
                   "schema faults); repeatable")
      ->type_name("KIND:ADDRESS@WHEN")
      ->allow_extra_args(false);
}

void add_scale(CLI::App* command, SetupOptions& setup) {
  command->add_option("--scale", setup.scale, "share of the blocks that are kept, such as 1/16")
      ->type_name("SHARE");
}

void add_configs(CLI::App* command, std::filesystem::path& configs) {
  command->add_option("--configs", configs, "folder searched first for presets and workloads")
      ->type_name("DIR");
}

void add_seed(CLI::App* command, std::string& seed) {
  command->add_option("--seed", seed, "of all random numbers")->capture_default_str()->type_name("N");
}

void add_setup(CLI::App* command, SetupOptions& setup, std::filesystem::path& configs) {
  add_host(command, setup);
  add_set(command, setup);
  add_configs(command, configs);
}

void add_scaled_drive(CLI::App* command, SetupOptions& setup, std::filesystem::path& configs,
                      std::string& seed) {
  add_set(command, setup);
  add_configs(command, configs);
  add_scale(command, setup);
  add_seed(command, seed);
}

}  // namespace rainier::tool
