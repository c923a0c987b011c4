#include "tools/rainier/manager/desk.hpp"

#include <fmt/format.h>

#include "tools/rainier/manager/secret.hpp"

namespace rainier::manager {
namespace {

using Json = nlohmann::ordered_json;

/// What charts are drawn from: [read IOPS, write IOPS, read bytes, written bytes, read p50, p99, write p50,
/// p99, depth, C, W].
Json point_of(const Json& status) {
  const Json& load = status.at("load");
  const auto latency = [&load](const char* way, const char* key) -> Json {
    const Json& l = load.at(way).at("latency_us");
    return l.is_null() ? l : l.at(key);
  };
  return {load.at("read").at("iops"),
          load.at("write").at("iops"),
          load.at("read").at("bytes_per_second"),
          load.at("write").at("bytes_per_second"),
          latency("read", "p50"),
          latency("read", "p99"),
          latency("write", "p50"),
          latency("write", "p99"),
          load.at("depth"),
          status.at("temperature").at("celsius"),
          status.at("power").at("watts")};
}

}  // namespace

Desk::Desk(Managed& drive, Codes codes) : drive_(drive), codes_(std::move(codes)) {
  latest_ = status_json(drive_.status());
}

void Desk::refresh() {
  latest_ = status_json(drive_.status());
  history_.push_back(point_of(latest_));
  if (history_.size() > kept) history_.pop_front();
}

Json Desk::history() const {
  Json points = Json::array();
  for (const Json& point : history_) points.push_back(point);
  return {{"every_seconds", std::chrono::duration<double>(period).count()}, {"points", std::move(points)}};
}

Json Desk::order(const Json& order, Instant now) {
  const Action action = action_of(order);
  return action.kind == Action::Kind::erase ? erase(action, now) : perform(action);
}

/// Asked twice: the second time with the code that the first answer gave, in time. A wrong code ends it.
Json Desk::erase(const Action& action, Instant now) {
  if (action.code.empty()) {
    code_ = codes_();
    code_ends_ = now + confirm_within;
    return {{"confirm", code_},
            {"within_seconds", confirm_within.count()},
            {"says", "a secure erase forgets all data: send it again with this code"}};
  }
  const std::string expected = std::exchange(code_, {});
  if (expected.empty() || now > code_ends_)
    throw Refused("erase: nothing waits for a code: ask for one first");
  if (!equal_in_constant_time(action.code, expected))
    throw Refused("erase: that is not the code, and it is void now: ask for another");
  return perform(action);
}

/// Whoever asks next sees what has come of it.
Json Desk::perform(const Action& action) {
  const std::string done = drive_.perform(action);
  latest_ = status_json(drive_.status());
  return {{"done", done}};
}

Json changes(const Json& before, const Json& now) {
  Json changed = Json::object();
  for (const auto& [section, value] : now.items()) {
    const auto found = before.find(section);
    if (found == before.end() || *found != value) changed[section] = value;
  }
  return changed;
}

}  // namespace rainier::manager
