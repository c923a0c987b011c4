#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/rainier/manager/status.hpp"

namespace rainier::manager {
namespace {

using Json = nlohmann::ordered_json;

/// To so many digits behind the point; what is no number is 0.
double rounded(double value, int digits) {
  const double scale = std::pow(10.0, digits);
  return std::isfinite(value) ? std::round(value * scale) / scale : 0;
}

Json latency_json(const Latency& l) {
  if (l.count == 0) return nullptr;
  return {{"mean", rounded(l.mean, 1)}, {"p50", rounded(l.p50, 1)},   {"p90", rounded(l.p90, 1)},
          {"p99", rounded(l.p99, 1)},   {"p999", rounded(l.p999, 1)}, {"max", rounded(l.max, 1)}};
}

Json flow_json(const Flow& f) {
  return {{"iops", rounded(f.iops, 0)},
          {"bytes_per_second", rounded(f.bytes_per_second, 0)},
          {"latency_us", latency_json(f.latency)}};
}

Json drive_json(const Status& s) {
  return {{"name", s.identity.device},
          {"model", s.identity.model},
          {"serial", s.identity.serial},
          {"firmware", s.identity.firmware},
          {"capacity_bytes", s.identity.capacity_bytes},
          {"raw_bytes", s.shape.raw_bytes},
          {"channels", s.shape.channels},
          {"dies", s.shape.dies},
          {"planes", s.shape.planes},
          {"blocks_per_plane", s.shape.blocks},
          {"pages_per_block", s.shape.pages},
          {"page_bytes", s.shape.page_bytes},
          {"cells", s.shape.cells},
          {"slots", s.slots}};
}

const char* name_of(RainState state) {
  switch (state) {
    case RainState::none:
      return "none";
    case RainState::whole:
      return "whole";
    case RainState::rebuilding:
      return "rebuilding";
    case RainState::degraded:
      break;
  }
  return "degraded";
}

Json rain_json(const Status::Rain& r) {
  const double all = static_cast<double>(r.blocks_done + r.blocks_left);
  return {{"state", name_of(r.state)},
          {"data", r.data},
          {"parity", r.data == 0 ? 0 : 1},
          {"lost_dies", r.lost_dies},
          {"blocks_left", r.blocks_left},
          {"blocks_done", r.blocks_done},
          {"progress", all == 0 ? 1 : rounded(static_cast<double>(r.blocks_done) / all, 4)},
          {"reconstructed", r.reconstructed},
          {"uncorrectable", r.uncorrectable},
          {"lost_pages", r.lost_pages},
          {"parity_bytes_per_second", rounded(r.parity_bytes_per_second, 0)}};
}

Json power_json(const Status::Watts& w) {
  static constexpr std::array<const char*, power::uses> names{"read", "program", "erase", "channel", "link"};
  Json parts;
  for (std::size_t i = 0; i < names.size(); ++i) parts[names[i]] = rounded(w.parts[i], 3);
  return {{"watts", rounded(w.now, 2)}, {"cap", w.cap}, {"idle", w.idle}, {"parts", parts}};
}

Json wear_json(const Status::Wear& w) {
  return {{"percent_of_life", rounded(w.percent_of_life, 4)},
          {"mean_erases", rounded(w.mean_erases, 3)},
          {"rated_cycles", w.rated_cycles},
          {"spare_blocks", w.spare},
          {"spare_blocks_left", w.spare_left},
          {"write_protected", w.write_protected},
          {"write_amplification", rounded(w.amplification, 3)},
          {"write_amplification_now", rounded(w.amplification_now, 3)},
          {"host_bytes", rounded(w.host_bytes, 0)},
          {"media_bytes", rounded(w.media_bytes, 0)}};
}

Json percents(const std::vector<double>& shares) {
  Json all = Json::array();
  for (const double share : shares) all.push_back(std::lround(100 * std::clamp(share, 0.0, 1.0)));
  return all;
}

Json dies_json(const Status& s) {
  std::string states;
  for (const DieState state : s.dies) states += static_cast<char>(state);
  return {{"state", states}, {"busy_percent", percents(s.busy)}, {"bus_percent", percents(s.bus_busy)}};
}

Json smart_json(const Status& s) {
  Json table = Json::array();
  for (const health::Attribute& a : s.attributes)
    table.push_back({{"id", a.id},
                     {"name", a.name},
                     {"value", a.value},
                     {"worst", a.worst},
                     {"threshold", a.threshold},
                     {"prefailure", (a.flags & health::Attribute::prefailure) != 0},
                     {"failing", a.failing()},
                     {"raw", a.raw_text}});
  return {{"passed", s.passed}, {"table", table}};
}

Json events_json(const Status& s) {
  Json all = Json::array();
  for (const media::EventLog::Entry& e : s.events)
    all.push_back({{"seconds", rounded(e.at.seconds(), 6)}, {"what", e.what}});
  return all;
}

}  // namespace

Json status_json(const Status& s) {
  const Status::Temperature& t = s.temperature;
  Json erases = Json::array();
  for (const double mean : s.erases) erases.push_back(rounded(mean, 3));
  return {{"drive", drive_json(s)},
          {"time",
           {{"simulated_seconds", rounded(s.seconds, 6)},
            {"served_seconds", rounded(s.wall_seconds, 2)},
            {"pace", s.pace.name},
            {"factor", s.pace.factor},
            {"achieved", rounded(s.pace.achieved, 5)},
            {"lag_seconds", rounded(s.pace.lag, 6)},
            {"starting", s.starting},
            {"locating", s.locating},
            {"clients", s.clients}}},
          {"load",
           {{"read", flow_json(s.read)},
            {"write", flow_json(s.write)},
            {"trims", rounded(s.trims, 0)},
            {"depth", rounded(s.depth, 2)},
            {"slots", s.slots},
            {"errors", s.errors}}},
          {"temperature",
           {{"celsius", rounded(t.now, 2)},
            {"lowest", rounded(t.lowest, 1)},
            {"highest", rounded(t.highest, 1)},
            {"ambient", rounded(t.ambient, 1)},
            {"throttle", t.throttle},
            {"shutdown", t.shutdown},
            {"throttles", t.throttles},
            {"throttling", t.throttling},
            {"shut_down", t.shut_down}}},
          {"power", power_json(s.watts)},
          {"wear", wear_json(s.wear)},
          {"rain", rain_json(s.rain)},
          {"gc",
           {{"active", s.collection.active},
            {"copies", rounded(s.collection.copies, 0)},
            {"erases", rounded(s.collection.erases, 1)},
            {"free_superblocks", s.collection.free_superblocks},
            {"superblocks", s.collection.superblocks}}},
          {"dies", dies_json(s)},
          {"erases", erases},
          {"smart", smart_json(s)},
          {"events", events_json(s)}};
}

}  // namespace rainier::manager
