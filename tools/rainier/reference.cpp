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

std::optional<Measure> measure_named(const std::string& name) {
  for (const Measure m : {Measure::iops, Measure::throughput, Measure::latency_mean, Measure::latency_min,
                          Measure::latency_max, Measure::power_mean, Measure::power_rms, Measure::power_peak})
    if (key_of(m) == name) return m;
  return std::nullopt;
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
    if (key == "measure") {
      r.measure = measure_named(word.substr(equals + 1));
      if (!r.measure) throw wrong("expected a measure, such as latency_max, after measure=");
      continue;
    }
    auto* to = key == "outstanding"    ? &r.outstanding
               : key == "block"        ? &r.block
               : key == "read_percent" ? &r.read_percent
                                       : nullptr;
    if (to == nullptr)
      throw wrong("expected outstanding, block, read_percent or measure, not " + config::in_quotes(key));
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

std::string half_width_key_of(Measure measure) {
  switch (measure) {
    case Measure::iops:
      return "iops_half_width";
    case Measure::throughput:
      return "throughput_half_width";
    case Measure::latency_mean:
      return "latency_half_width";
    default:
      return "";
  }
}

std::optional<double> value_of(const Reference& reference, const Json& result, Measure measure) {
  std::optional<double> value;
  for (const Json& point : result["points"]) {
    if (!matches(reference, point)) continue;
    const double here = point.at(key_of(reference.measure.value_or(measure))).get<double>();
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
