#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "tools/rainier/manager/managed.hpp"

namespace rainier::manager {

/// Where orders for a drive arrive, from the page and from the command line alike, and where its latest
/// status lies. It knows nothing of sockets.
class Desk {
 public:
  using Json = nlohmann::ordered_json;
  using Instant = std::chrono::steady_clock::time_point;
  using Codes = std::function<std::string()>;

  /// @param codes  makes the code that an erase is confirmed with
  Desk(Managed& drive, Codes codes);

  /// Takes the drive's status anew; to be called every `period`.
  void refresh();
  void look() { drive_.look(); }
  const Json& latest() const { return latest_; }
  /// A few numbers of each second up to now, oldest first, of the last two minutes: for charts.
  Json history() const;

  /// Does what an order says: {"done": LINE}, or {"confirm": CODE, "within_seconds": N, "says": LINE}.
  /// @throws Refused
  Json order(const Json& order, Instant now);

  static constexpr std::chrono::milliseconds period{250};
  static constexpr std::chrono::seconds confirm_within{60};

 private:
  Json perform(const Action& action);
  Json erase(const Action& action, Instant now);

  static constexpr std::size_t kept = 480;
  Managed& drive_;
  Codes codes_;
  Json latest_;
  std::deque<Json> history_;
  std::string code_;  ///< of the erase that waits for it; empty: none
  Instant code_ends_;
};

/// The sections of `now` that differ from `before`'s: what a page needs that has seen `before`.
nlohmann::ordered_json changes(const nlohmann::ordered_json& before, const nlohmann::ordered_json& now);

}  // namespace rainier::manager
