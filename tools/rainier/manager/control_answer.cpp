#include <algorithm>

#include "sim/config/error.hpp"
#include "tools/rainier/manager/control_server.hpp"

namespace rainier::manager {
namespace {

using Json = nlohmann::ordered_json;

constexpr int deepest = 8;

Json answer(Desk& desk, const Json& about, const Json& asked, Desk::Instant now) {
  if (!asked.is_object()) throw Refused("expected an object with \"ask\" or \"action\", in one line");
  if (!asked.contains("ask")) return desk.order(asked, now);
  if (asked.at("ask") != "status") throw Refused("unknown question: expected \"status\"");
  Json all{{"about", about}};
  all.update(desk.latest());
  return all;
}

/// Deep nesting costs a parser its stack.
bool is_shallow(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return c == '[' || c == '{'; }) <= deepest;
}

}  // namespace

std::string control_answer(Desk& desk, const Json& about, std::string_view line, Desk::Instant now) {
  Json said;
  try {
    said = answer(desk, about, is_shallow(line) ? Json::parse(line, nullptr, false) : Json(), now);
  } catch (const Refused& refused) {
    said = {{"error", refused.what()}};
  }
  return said.dump(-1, ' ', false, nlohmann::detail::error_handler_t::replace) + "\n";
}

}  // namespace rainier::manager
