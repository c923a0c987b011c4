#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tools/rainier/spec_file.hpp"

namespace rainier::tool {

/// Names a point of a result: "tom-p320h: random_read outstanding=32 block=4KiB", or with "max" before the
/// sweep the best of the points that match.
struct Reference {
  std::string experiment, sweep;
  bool best = false;
  std::optional<std::uint64_t> outstanding, block, read_percent;
  std::optional<Measure> measure;  ///< instead of the one that is asked for
};

/// @throws UsageError
Reference parse_reference(const std::string& text);

/// The value of the point in an experiment's JSON; nothing if no point matches. @throws UsageError if more
/// than one does and "max" was not said
std::optional<double> value_of(const Reference& reference, const nlohmann::ordered_json& result,
                               Measure measure);
/// The point itself, the first that matches; null if none does.
const nlohmann::ordered_json* point_of(const Reference& reference, const nlohmann::ordered_json& result);

/// The key under which a point has the measure.
std::string key_of(Measure measure);
/// And half of its 95 % interval; empty for a measure without one.
std::string half_width_key_of(Measure measure);

}  // namespace rainier::tool
