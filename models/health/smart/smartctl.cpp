#include "models/health/smart/smartctl.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace rainier::health {
namespace {

using Json = nlohmann::ordered_json;

Json flags_json(std::uint16_t flags) {
  static constexpr std::array<char, 6> letters{'P', 'O', 'S', 'R', 'C', 'K'};
  static constexpr std::array<const char*, 6> names{"prefailure", "updated_online", "performance",
                                                    "error_rate", "event_count",    "auto_keep"};
  Json json{{"value", flags}};
  std::string text;
  for (std::size_t bit = 0; bit < letters.size(); ++bit) text += (flags >> bit & 1) != 0 ? letters[bit] : '-';
  json["string"] = text + " ";
  for (std::size_t bit = 0; bit < names.size(); ++bit) json[names[bit]] = (flags >> bit & 1) != 0;
  return json;
}

Json attribute_json(const Attribute& a) {
  return {{"id", a.id},
          {"name", a.name},
          {"value", a.value},
          {"worst", a.worst},
          {"thresh", a.threshold},
          {"when_failed", a.failing() ? "now" : ""},
          {"flags", flags_json(a.flags)},
          {"raw", {{"value", a.raw}, {"string", a.raw_text}}}};
}

}  // namespace

Json smartctl_json(const Identity& identity, const Vitals& v, const std::vector<Attribute>& attributes) {
  const bool passed = passes(attributes, v);
  Json table = Json::array();
  for (const Attribute& a : attributes) table.push_back(attribute_json(a));
  return {{"json_format_version", {1, 0}},
          {"smartctl", {{"platform_info", "simulated"}, {"exit_status", passed ? 0 : 8}}},
          {"device",
           {{"name", identity.device}, {"info_name", identity.device}, {"type", "ata"}, {"protocol", "ATA"}}},
          {"model_name", identity.model},
          {"serial_number", identity.serial},
          {"firmware_version", identity.firmware},
          {"user_capacity",
           {{"blocks", identity.capacity_bytes / 512}, {"bytes", identity.capacity_bytes / 512 * 512}}},
          {"logical_block_size", 512},
          {"physical_block_size", 4096},
          {"rotation_rate", 0},
          {"smart_support", {{"available", true}, {"enabled", true}}},
          {"smart_status", {{"passed", passed}}},
          {"ata_smart_attributes", {{"revision", 16}, {"table", table}}},
          {"spare_available",
           {{"current_percent", std::lround(std::floor(v.spare_percent()))},
            {"threshold_percent", std::lround(100 * v.write_protect_share)}}},
          {"endurance_used", {{"current_percent", std::lround(std::floor(v.percent_of_life))}}},
          {"power_on_time", {{"hours", static_cast<std::uint64_t>(v.hours)}}},
          {"power_cycle_count", v.power_cycles},
          {"temperature",
           {{"current", std::lround(v.temperature)},
            {"lifetime_min", std::lround(v.lowest)},
            {"lifetime_max", std::lround(v.highest)}}},
          {"rainier",
           {{"percent_of_life", v.percent_of_life},
            {"mean_erases", v.mean_erases},
            {"temperature", v.temperature},
            {"write_protect_progress_percent", v.write_protect_progress()},
            {"write_protected", v.write_protected},
            {"shut_down", v.shut_down}}}};
}

std::string smart_text(const Json& smart) {
  const auto text = [&smart](const char* key) { return smart.at(key).get<std::string>(); };
  std::string out = fmt::format(
      "{}, serial {}, firmware {}\nSMART overall-health self-assessment test result: {}\n\n"
      "ID# ATTRIBUTE_NAME          FLAGS    VALUE WORST THRESH FAIL RAW_VALUE\n",
      text("model_name"), text("serial_number"), text("firmware_version"),
      smart.at("smart_status").at("passed").get<bool>() ? "PASSED" : "FAILED!");
  for (const Json& a : smart.at("ata_smart_attributes").at("table"))
    out += fmt::format("{:3} {:<23} {}  {:03}   {:03}   {:03}    {:<4} {}\n", a.at("id").get<int>(),
                       a.at("name").get<std::string>(), a.at("flags").at("string").get<std::string>(),
                       a.at("value").get<int>(), a.at("worst").get<int>(), a.at("thresh").get<int>(),
                       a.at("when_failed").get<std::string>().empty() ? "-" : "NOW",
                       a.at("raw").at("string").get<std::string>());
  const Json& more = smart.at("rainier");
  out += fmt::format("\n{:.4g} % of life used, {:.4g} mean erases of a block, {:.1f} C, ",
                     more.at("percent_of_life").get<double>(), more.at("mean_erases").get<double>(),
                     more.at("temperature").get<double>());
  if (more.at("shut_down").get<bool>()) return out + "too hot: shut down\n";
  if (more.at("write_protected").get<bool>()) return out + "write-protected\n";
  return out + fmt::format("{:.3g} % of the way to write protection\n",
                           more.at("write_protect_progress_percent").get<double>());
}

}  // namespace rainier::health
