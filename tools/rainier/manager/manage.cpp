#include "tools/rainier/manager/manage.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "sim/config/error.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/manager/control_client.hpp"
#include "tools/rainier/manager/control_path.hpp"
#include "tools/rainier/manager/manage_text.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::manager {
namespace {

using Json = nlohmann::ordered_json;
using Verb = ManageCommand::Verb;
using tool::UsageError;

const Json status_question{{"ask", "status"}};

/// The drives that answer, with their status.
std::vector<Json> served() {
  const std::filesystem::path folder = control_folder();
  std::vector<Json> all;
  for (const std::string& name : control_names(folder)) {
    try {
      all.push_back(ControlClient(control_path(folder, name), name).ask(status_question));
    } catch (const UsageError&) {  // a socket that a killed process left behind
    }
  }
  return all;
}

std::string chosen(const ManageCommand& command) {
  if (!command.name.empty()) return command.name;
  const std::vector<Json> all = served();
  if (all.empty()) throw UsageError("no drive is served (rainier serve DRIVE serves one)");
  std::string names;
  for (const Json& one : all)
    names += (names.empty() ? "" : ", ") + one.at("about").at("name").get<std::string>();
  if (all.size() > 1) throw UsageError("several drives are served: give --name, one of " + names);
  return names;
}

void show(const ManageCommand& command, const Json& json, const std::string& text) {
  tool::print(command.json ? json.dump(2) + "\n" : text);
}

int watch(ControlClient& drive, const ManageCommand& command) {
  std::chrono::duration<double> every(0);
  try {
    every = std::chrono::duration<double>(config::parse_time(command.every).seconds());
  } catch (const config::BadQuantity&) {
  }
  if (every.count() < 0.1 || every.count() > 3600)
    throw UsageError("--every: expected a time from 100ms to 1h (got " + config::in_quotes(command.every) +
                     ")");
  tool::catch_interrupts();
  for (int line = 0; !tool::interrupted(); ++line) {
    const Json status = drive.ask(status_question);
    if (command.json)
      tool::print(status.dump() + "\n");
    else
      tool::print((line % 20 == 0 ? watch_head() : "") + watch_line(status));
    for (double waited = 0; waited < every.count() && !tool::interrupted(); waited += 0.05)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return 0;
}

double number(const ManageCommand& command, const char* what) {
  try {
    return command.verb == Verb::temperature && command.amount.ends_with("C")
               ? config::parse_celsius(command.amount)
               : config::parse_number(command.amount);
  } catch (const config::BadQuantity&) {
    throw UsageError(fmt::format("expected {} (got {})", what, config::in_quotes(command.amount)));
  }
}

Json order_of(const ManageCommand& command) {
  switch (command.verb) {
    case Verb::fault:
      return {{"action", "fault"}, {"spec", command.fault}};
    case Verb::power_cut:
      return {{"action", "power-cut"}};
    case Verb::age:
      return {{"action", "age"}, {"years", number(command, "years such as 5")}};
    case Verb::temperature:
      return {{"action", "temperature"}, {"celsius", number(command, "degrees Celsius such as 70")}};
    case Verb::self_test:
      return {{"action", "self-test"}};
    default:
      return {{"action", "locate"}, {"on", !command.off}};
  }
}

std::string asked(const std::string& question) {
  tool::print(question);
  std::string line;
  std::getline(std::cin, line);
  return line;
}

/// Asked twice, or told the drive's name by --yes.
int erase(ControlClient& drive, const ManageCommand& command, const std::string& name) {
  if (!command.yes.empty() && command.yes != name)
    throw UsageError(
        fmt::format("--yes: expected the drive's name, {} (got {})", name, config::in_quotes(command.yes)));
  if (command.yes.empty() && ::isatty(STDIN_FILENO) == 0)
    throw UsageError(fmt::format("erase: this forgets all data: say --yes {}", name));
  if (command.yes.empty() &&
      asked(fmt::format("A secure erase forgets all data of {}. Its name, to go on: ", name)) != name)
    throw UsageError("erase: that is not its name: nothing was erased");
  const Json first = drive.ask({{"action", "erase"}});
  const std::string code = first.at("confirm").get<std::string>();
  if (command.yes.empty() && asked(fmt::format("The code {}, to erase it: ", code)) != code)
    throw UsageError("erase: that is not the code: nothing was erased");
  const Json done = drive.ask({{"action", "erase"}, {"code", code}});
  show(command, done, done.at("done").get<std::string>() + "\n");
  return 0;
}

int about_one(const ManageCommand& command) {
  const std::string name = chosen(command);
  ControlClient drive(control_path(control_folder(), name), name);
  const auto status = [&drive] { return drive.ask(status_question); };
  Json s;
  switch (command.verb) {
    case Verb::info:
      s = status();
      show(command,
           {{"about", s.at("about")},
            {"drive", s.at("drive")},
            {"time", s.at("time")},
            {"rain", s.at("rain")}},
           info_text(s));
      return 0;
    case Verb::smart:
      s = status();
      show(command, s.at("smart"), smart_text(s));
      return s.at("smart").at("passed").get<bool>() ? 0 : 1;
    case Verb::stats:
      if (command.watch) return watch(drive, command);
      s = status();
      show(command, s, stats_text(s));
      return 0;
    case Verb::events:
      s = status();
      show(command, s.at("events"), events_text(s));
      return 0;
    case Verb::erase:
      return erase(drive, command, name);
    default:
      s = drive.ask(order_of(command));
      show(command, s, s.at("done").get<std::string>() + "\n");
      return 0;
  }
}

}  // namespace

int manage(const ManageCommand& command) {
  try {
    if (command.verb == Verb::none)
      throw UsageError(
          "manage: give list, info, smart, stats, events, erase, fault, power-cut, age, temperature, "
          "self-test or locate (rainier manage --help says more)");
    if (command.verb != Verb::list) return about_one(command);
    const std::vector<Json> all = served();
    show(command, all, list_text(all));
    return 0;
  } catch (const Json::exception&) {
    throw UsageError("the drive's answer is of another version of rainier");
  }
}

}  // namespace rainier::manager
