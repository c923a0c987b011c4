#include "tools/rainier/command_line/manage.hpp"

namespace rainier::tool {

void add_manage(CLI::App* command, manager::ManageCommand& options) {
  using Verb = manager::ManageCommand::Verb;
  command->require_subcommand(0, 1);
  const auto add = [&](const char* name, const char* what, Verb verb) {
    CLI::App* const one = command->add_subcommand(name, what);
    one->callback([&options, verb] { options.verb = verb; });
    one->add_flag("--json", options.json, "for programs");
    if (verb != Verb::list)
      one->add_option("--name", options.name, "of the drive; not needed where one is served")
          ->type_name("NAME");
    return one;
  };
  add("list", "the drives that are served", Verb::list);
  add("info", "identity, firmware, capacity, flash, and where it is served", Verb::info);
  add("smart", "its SMART table; status 1 if it fails", Verb::smart);
  CLI::App* const stats = add("stats", "load, latencies, heat, power, wear, RAIN, pace", Verb::stats);
  stats->add_flag("--watch", options.watch, "a line again and again, until Ctrl-C");
  stats->add_option("--every", options.every, "of --watch")->capture_default_str()->type_name("TIME");
  add("events", "what happened to it", Verb::events);
  add("erase", "forgets all data: it is asked twice", Verb::erase)
      ->add_option("--yes", options.yes, "the drive's name, in place of the questions")
      ->type_name("NAME");
  add("fault", "something of it fails now", Verb::fault)
      ->add_option("spec", options.fault, "as --fault without its time: die:3.2, channel:5, block:3.2.0.77")
      ->required()
      ->type_name("KIND:ADDRESS");
  add("power-cut", "its power goes, and comes back", Verb::power_cut);
  add("age", "so much time passes for the data that it holds", Verb::age)
      ->add_option("years", options.amount, "such as 5")
      ->required()
      ->type_name("YEARS");
  add("temperature", "the air is of this temperature from now on", Verb::temperature)
      ->add_option("celsius", options.amount, "such as 70")
      ->required()
      ->type_name("CELSIUS");
  add("self-test", "checks its health and says what is wrong", Verb::self_test);
  add("locate", "its light blinks on the page", Verb::locate)
      ->add_flag("--off", options.off, "and does no more");
}

}  // namespace rainier::tool
