#include <fmt/format.h>

#include <algorithm>

#include "sim/config/error.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/reference.hpp"
#include "tools/rainier/usage_error.hpp"
#include "tools/rainier/validation.hpp"

namespace rainier::tool {
namespace {

using State = OrderingResult::State;

const PublishedEntry& claim_of(const Plan& plan, const std::string& id) {
  for (const PublishedEntry& entry : plan.published)
    if (entry.id == id && !entry.claim.empty()) return entry;
  throw UsageError("no published ordering " + config::in_quotes(id));
}

std::optional<double> value(const std::string& text, Measure measure, const Results& results) {
  const Reference reference = parse_reference(text);
  const auto result = results.find(reference.experiment);
  return result == results.end() ? std::nullopt : value_of(reference, result->second, measure);
}

std::string amount(Measure measure, double value) {
  switch (measure) {
    case Measure::iops:
      return grouped(value) + " IOPS";
    case Measure::throughput:
      return fmt::format("{:.1f} MB/s", value / 1e6);
    case Measure::power_mean:
    case Measure::power_rms:
    case Measure::power_peak:
      return fmt::format("{:.1f} W", value);
    default:
      return fmt::format("{:.1f} us", value * 1e6);
  }
}

std::string limits(const Check& check) {
  if (check.at_least && check.at_most) return fmt::format("{:g} to {:g}", *check.at_least, *check.at_most);
  return check.at_least ? fmt::format("at least {:g}", *check.at_least)
                        : fmt::format("at most {:g}", *check.at_most);
}

State run(const Check& check, const Results& results, std::string& words) {
  words = check.says;
  const auto [left, right] = sides_of(check, results);
  if (!left || !right || *right == 0) {
    words += ": not measured";
    return State::not_measured;
  }
  const double ratio = *left / *right;
  const bool holds =
      (!check.at_least || ratio >= *check.at_least) && (!check.at_most || ratio <= *check.at_most);
  words += fmt::format(": {} to {}, a ratio of {:.2f}, expected {}: ", amount(check.measure, *left),
                       amount(check.measure, *right), ratio, limits(check));
  if (!check.counted) {
    words += holds ? "so it is, not counted" : "it is not, not counted";
    return State::not_checked;
  }
  words += holds ? "holds" : "FAILS";
  return holds ? State::holds : State::fails;
}

bool planned(const Plan& plan, const Check& check) {
  const auto is_task = [&](const std::string& reference) {
    const std::string task = parse_reference(reference).experiment;
    return std::any_of(plan.tasks.begin(), plan.tasks.end(), [&](const Task& t) { return t.name == task; });
  };
  return is_task(check.left) && (check.number || is_task(check.right));
}

/// Those that count have to be.
bool planned(const Plan& plan, const Ordering& ordering) {
  return std::all_of(ordering.checks.begin(), ordering.checks.end(),
                     [&](const Check& check) { return !check.counted || planned(plan, check); });
}

}  // namespace

Sides sides_of(const Check& check, const Results& results) {
  return {value(check.left, check.measure, results),
          check.number ? check.number : value(check.right, check.measure, results)};
}

std::vector<OrderingResult> orderings_of(const Plan& plan, const Family& family, const Results& results) {
  std::vector<OrderingResult> all;
  for (const Ordering& ordering : family.orderings) {
    OrderingResult result{ordering.id, claim_of(plan, ordering.id).claim, ordering.note, State::holds, {},
                          false};
    if (!planned(plan, ordering)) {
      result.state = State::not_checked;
      result.note = "needs drives that this validation leaves out";
      if (plan.all) all.push_back(std::move(result));
      continue;
    }
    const bool counts = std::any_of(ordering.checks.begin(), ordering.checks.end(),
                                    [](const Check& check) { return check.counted; });
    if (!counts) result.state = State::not_checked;
    for (const Check& check : ordering.checks) {
      if (!planned(plan, check)) continue;
      std::string words;
      const State state = run(check, results, words);
      if (check.counted &&
          (state == State::fails || (state == State::not_measured && result.state == State::holds)))
        result.state = state;
      result.checks.push_back(words);
    }
    result.known = result.state == State::fails && known_gap(family, ordering.id) > 0;
    all.push_back(std::move(result));
  }
  for (const Remark& remark : family.not_checked)
    for (const PublishedEntry& entry : plan.published)
      if (entry.id == remark.id && !entry.claim.empty())
        all.push_back({entry.id, entry.claim, remark.why, State::not_checked, {}, false});
  return all;
}

}  // namespace rainier::tool
