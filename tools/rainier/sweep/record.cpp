#include "tools/rainier/sweep/record.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tools/rainier/limit.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

Json head(const SweepPoint& point, const char* status) {
  Json parameters = Json::object();
  for (const auto& [path, value] : point.parameters) parameters[path] = value;
  return {{"point", point.name}, {"seed", point.seed}, {"parameters", parameters}, {"status", status}};
}

/// One direction of all jobs together.
struct Direction {
  double iops = 0, bytes = 0, weighted = 0, requests = 0, most = 0;
  std::map<std::uint64_t, std::uint64_t> bins;  ///< fio's, by their nanoseconds

  void add(const Json& one) {
    const double ios = one["total_ios"].get<double>();
    iops += one["iops"].get<double>();
    bytes += one["bw_bytes"].get<double>();
    if (ios == 0) return;
    requests += ios;
    weighted += ios * one["lat_ns"]["mean"].get<double>();
    most = std::max(most, one["lat_ns"]["max"].get<double>());
    if (one["clat_ns"].contains("bins"))
      for (const auto& [value, count] : one["clat_ns"]["bins"].items())
        bins[std::stoull(value)] += count.get<std::uint64_t>();
  }
  /// Of the completion latencies, in microseconds.
  Json percentile(double percent) const {
    std::uint64_t all = 0, sum = 0;
    for (const auto& [value, count] : bins) all += count;
    for (const auto& [value, count] : bins) {
      sum += count;
      if (static_cast<double>(sum) >= percent / 100 * static_cast<double>(all))
        return static_cast<double>(value) / 1000;
    }
    return nullptr;
  }
};

void add_direction(Json& record, const Json& run, const std::string& name) {
  Direction all;
  for (const Json& job : run["jobs"])
    if (job.contains(name)) all.add(job[name]);
  const bool any = all.requests > 0;
  record[name + "_iops"] = any ? Json(all.iops) : Json(nullptr);
  record[name + "_mb_per_s"] = any ? Json(all.bytes / 1e6) : Json(nullptr);
  record[name + "_mean_us"] = any ? Json(all.weighted / all.requests / 1000) : Json(nullptr);
  record[name + "_p50_us"] = all.percentile(50);
  record[name + "_p99_us"] = all.percentile(99);
  record[name + "_p999_us"] = all.percentile(99.9);
  record[name + "_max_us"] = any ? Json(all.most / 1000) : Json(nullptr);
}

/// The resource that is busiest and how busy it is, and whether it is the limit. That all slots are taken is
/// what a load has come to, not why: they count last.
void add_limit(Json& record, const Json& resources) {
  std::string name = "none";
  double most = 0;
  for (const auto& [resource, share] : resources.items())
    if (resource != "slots" && share.get<double>() > most) {
      most = share.get<double>();
      name = resource;
    }
  const bool slots = most <= busy && resources.value("slots", 0.0) > busy;
  record["limit"] = most > busy ? name : slots ? "slots" : "none";
  record["busiest"] = name;
  record["busiest_share"] = most;
}

}  // namespace

Json record_of(const SweepPlan& plan, const SweepPoint& point, const Json& run, const Setup& setup) {
  const Json& mine = run["rainier"];
  const controller::DriveConfig& drive = setup.drive.params;
  Json record = head(point, "ok");
  for (const char* direction : {"read", "write"}) add_direction(record, run, direction);
  const double gc = mine["write_amplification"]["gc"].get<double>();
  const bool writes = mine["write_amplification"]["host_pages"].get<double>() > 0;
  const double raw = static_cast<double>(drive.raw_bytes());
  const double parity = drive.ftl.parity == 0 ? 1.0 : drive.ftl.parity / (drive.ftl.parity + 1.0);
  const double usable_gb = static_cast<double>(drive.host_bytes()) / 1e9;
  record["write_amplification"] = writes ? Json(gc) : Json(nullptr);
  record["power_mean_w"] = mine["power"]["mean_watts"];
  record["power_peak_w"] = mine["power"]["peak_rms_watts"];
  add_limit(record, mine["resources"]);
  record["usable_gb"] = usable_gb;
  // TBW = raw x P/E x k/(k+1) / WA
  record["endurance_tb"] = writes ? Json(raw * drive.nand.rated_cycles * parity / gc / 1e12) : Json(nullptr);
  const Prices& prices = plan.file.prices;
  record["price_per_usable_gb"] =
      (prices.raw_gb * raw / 1e9 + prices.channel * drive.channel.channels + prices.drive) / usable_gb;
  record["error"] = nullptr;
  return record;
}

Json failed_record(const SweepPoint& point, const std::string& why) {
  Json record = head(point, "failed");
  record["error"] = why;
  return record;
}

}  // namespace rainier::tool
