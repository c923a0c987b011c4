#include "models/health/params.hpp"

#include <algorithm>

#include "models/health/smart/attributes.hpp"
#include "sim/config/describe.hpp"
#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::health {
namespace {

std::vector<std::string> known_keys() {
  std::vector<std::string> keys;
  for (const AttributeName& attribute : attribute_names()) keys.emplace_back(attribute.key);
  return keys;
}

std::string unknown_key(const std::vector<std::string>& keys) {
  const std::vector<std::string> known = known_keys();
  for (const std::string& key : keys) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::string all;
    for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
    return "unreported: no SMART attribute " + config::in_quotes(key) +
           config::did_you_mean(config::nearest(key, known)) + " (there are " + all + ")";
  }
  return "";
}

}  // namespace

void describe(config::Schema& s, Params& p) {
  s.field(
      "counter_cycles", p.counter_cycles, config::range(0, 100'000'000),
      "P/E cycles of the mean block at which the percent-of-life counter shows 100; 0: nand.rated_cycles");
  s.field(
      "unreported", p.unreported,
      "SMART attributes that the drive does not report, by their keys such as crc_errors or host_sectors");
  s.check(p, [](const Params& health) -> std::string { return unknown_key(health.unreported); });
}

}  // namespace rainier::health
