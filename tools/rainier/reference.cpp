#include "tools/rainier/reference.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/config/error.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? config::parse_unsigned(text) : config::parse_bytes(text);
}

bool matches(const Json& point, const char* key, const std::optional<std::uint64_t>& wanted) {
  return !wanted || (point.contains(key) && point[key].is_number() && point[key] == *wanted);
}

bool matches(const Reference& r, const Json& point) {
  return point["sweep"] == r.sweep && matches(point, "outstanding", r.outstanding) &&
         matches(point, "block_bytes", r.block) && matches(point, "read_percent", r.read_percent);
}

}  // namespace

Reference parse_reference(const std::string& text) {
  const auto wrong = [&](const std::string& what) {
    return UsageError("reference " + config::in_quotes(text) + ": " + what);
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) throw wrong("expected EXPERIMENT: SWEEP key=value ...");
  Reference r;
  r.experiment = text.substr(0, colon);
  std::istringstream words(text.substr(colon + 1));
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      if (word == "max" && r.sweep.empty() && !r.best)
        r.best = true;
      else if (r.sweep.empty())
        r.sweep = word;
      else
        throw wrong("unexpected " + config::in_quotes(word));
      continue;
    }
    const std::string key = word.substr(0, equals);
    auto* to = key == "outstanding"    ? &r.outstanding
               : key == "block"        ? &r.block
               : key == "read_percent" ? &r.read_percent
                                       : nullptr;
    if (to == nullptr)
      throw wrong("expected outstanding, block or read_percent, not " + config::in_quotes(key));
    try {
      *to = number(word.substr(equals + 1));
    } catch (const config::BadQuantity&) {
      throw wrong("expected a whole number or a size after " + key + "=");
    }
  }
  if (r.sweep.empty()) throw wrong("names no sweep");
  return r;
}

std::string key_of(Measure measure) {
  switch (measure) {
    case Measure::iops:
      return "iops";
    case Measure::throughput:
      return "throughput";
    case Measure::latency_mean:
      return "latency_mean";
    case Measure::latency_min:
      return "latency_min";
    case Measure::latency_max:
      return "latency_max";
    case Measure::power_mean:
      return "power";
    case Measure::power_rms:
      return "power_rms";
    case Measure::power_peak:
      return "power_peak";
  }
  return "";
}

std::optional<double> value_of(const Reference& reference, const Json& result, Measure measure) {
  std::optional<double> value;
  for (const Json& point : result["points"]) {
    if (!matches(reference, point)) continue;
    const double here = point.at(key_of(measure)).get<double>();
    if (value && !reference.best)
      throw UsageError("more than one point of " + reference.experiment + " is " + reference.sweep +
                       " as referred to: say more, or max");
    value = value ? std::max(*value, here) : here;
  }
  return value;
}

const Json* point_of(const Reference& reference, const Json& result) {
  for (const Json& point : result["points"])
    if (matches(reference, point)) return &point;
  return nullptr;
}

}  // namespace rainier::tool
