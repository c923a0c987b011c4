#include "tools/rainier/smart_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "models/drive/vitals.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

Json layout(const Setup& setup, const health::Vitals& vitals) {
  const controller::DriveConfig& drive = setup.drive.params;
  return health::smartctl_json(identity_of(setup), vitals,
                               health::attributes_of(vitals, drive.health.unreported));
}

}  // namespace

health::Identity identity_of(const Setup& setup) {
  const controller::DriveConfig& drive = setup.drive.params;
  return {setup.drive_name, drive.name, "SIM" + drive_fingerprint(setup), RAINIER_VERSION,
          drive.host_bytes()};
}

Json smart_json(const Setup& setup, const drive::Simulation& simulation) {
  Json json = layout(setup, drive::vitals_of(simulation));
  Json log = Json::array();
  for (const media::EventLog::Entry& entry : drive::events_of(simulation))
    log.push_back({{"seconds", entry.at.seconds()}, {"event", entry.what}});
  json["rainier"]["event_log"] = log;
  return json;
}

Json smart_json(const Setup& setup, const health::EnduranceResult& result) {
  const controller::DriveConfig& drive = setup.drive.params;
  health::Vitals v;
  v.write_protect_share = drive.media.write_protect;
  v.mean_erases = result.cycles.mean;
  v.percent_of_life = result.percent_of_life;
  v.host_sectors = static_cast<std::uint64_t>(result.host_bytes / 512);
  const double page = static_cast<double>(drive.nand.page_bytes), media = result.media_bytes / page;
  const double host = result.host_bytes * result.mapping / page;
  v.host_pages = static_cast<std::uint64_t>(host);
  v.other_pages = static_cast<std::uint64_t>(std::max(media - host, 0.0));
  v.temperature = v.lowest = v.highest = drive.thermal.ambient;
  Json json = layout(setup, v);
  json["rainier"]["event_log"] = Json::array();
  return json;
}

}  // namespace rainier::tool
