#include "tools/rainier/manager/action.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::manager {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Action::Kind;

/// An action's name and the one key that may stand beside it.
struct Name {
  std::string_view name;
  Kind kind;
  std::string_view key;
};
constexpr std::array names{
    Name{"fault", Kind::fault, "spec"},
    Name{"power-cut", Kind::power_cut, ""},
    Name{"erase", Kind::erase, "code"},
    Name{"age", Kind::age, "years"},
    Name{"temperature", Kind::temperature, "celsius"},
    Name{"self-test", Kind::self_test, ""},
    Name{"locate", Kind::locate, "on"},
};
constexpr double most_years = 100, least_celsius = -40, most_celsius = 120;
constexpr std::size_t most_text = 200;

const Name& find(const std::string& name) {
  std::vector<std::string> known;
  for (const Name& one : names) {
    if (one.name == name) return one;
    known.emplace_back(one.name);
  }
  throw Refused("unknown action " + config::in_quotes(name.substr(0, most_text)) +
                config::did_you_mean(config::nearest(name.substr(0, most_text), known)));
}

double number(const Json& order, const char* key, double least, double most) {
  const auto found = order.find(key);
  if (found != order.end() && found->is_number()) {
    const double value = found->get<double>();
    if (value >= least && value <= most) return value;
  }
  throw Refused(fmt::format("{}: expected a number from {} to {}", key, least, most));
}

std::string text(const Json& order, const char* key) {
  const auto found = order.find(key);
  if (found == order.end() || !found->is_string()) throw Refused(fmt::format("{}: expected a text", key));
  std::string value = found->get<std::string>();
  if (value.size() > most_text)
    throw Refused(fmt::format("{}: expected at most {} characters", key, most_text));
  return value;
}

}  // namespace

Action action_of(const Json& order) {
  if (!order.is_object()) throw Refused("expected an object with an action");
  const Name& name = find(text(order, "action"));
  for (const auto& [key, value] : order.items())
    if (key != "action" && key != name.key)
      throw Refused(
          fmt::format("{}: unknown key {}", name.name, config::in_quotes(key.substr(0, most_text))));
  Action action;
  action.kind = name.kind;
  switch (name.kind) {
    case Kind::fault:
      try {
        action.fault = faults::parse_now(text(order, "spec"));
      } catch (const faults::BadFault& bad) {
        throw Refused(bad.what());
      }
      if (action.fault.kind == faults::Kind::power) action.kind = Kind::power_cut;
      break;
    case Kind::erase:
      if (order.contains("code")) action.code = text(order, "code");
      break;
    case Kind::age:
      action.amount = number(order, "years", 0, most_years);
      break;
    case Kind::temperature:
      action.amount = number(order, "celsius", least_celsius, most_celsius);
      break;
    case Kind::locate:
      if (order.contains("on") && !order.at("on").is_boolean()) throw Refused("on: expected true or false");
      action.on = order.value("on", true);
      break;
    case Kind::power_cut:
    case Kind::self_test:
      break;
  }
  return action;
}

}  // namespace rainier::manager
