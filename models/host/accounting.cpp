#include <algorithm>

#include "models/host/workers.hpp"

namespace rainier::host {

Time Workers::account(Worker& w, std::uint32_t request, Time at) {
  at += params_.reap_time;
  const Request& r = driver_[request];
  --w.in_flight;
  ++finished_;
  finished_bytes_ += r.length;
  w.ended = at;
  if (driver_.verifier() != nullptr || r.error != controller::Error::none) [[unlikely]]
    end_request(w, request);
  if (is_sync(r.op)) {
    w.syncing = false;
    if (w.counting) w.sync_lat.add(static_cast<std::uint64_t>((at - r.start).ns()));
  } else if (w.counting) {
    const auto d = static_cast<std::size_t>(r.op);
    DirectionResult& result = w.direction[d];
    if (r.error != controller::Error::none) [[unlikely]] {
      ++result.failed;
      driver_.give(request);
      return at;
    }
    ++result.ios;
    result.bytes += r.length;
    result.clat.add(static_cast<std::uint64_t>((at - r.submitted).ns()));
    result.lat.add(static_cast<std::uint64_t>((at - r.start).ns()));
    w.stages[d].add(driver_.last_command(request), r.start, at);
    if (w.logged) log(w, r, at);
  }
  driver_.give(request);
  return at;
}

void Workers::log(Worker& w, const Request& r, Time at) {
  const auto msec = static_cast<std::uint64_t>((at - w.counted_from).ns() / 1'000'000);
  const auto dir = static_cast<std::uint8_t>(r.op);
  const auto line = [&](std::uint64_t value) { return LogLine{msec, value, dir, r.length, r.offset}; };
  const auto slat = static_cast<std::uint64_t>((r.submitted - r.start).ns());
  const auto lat = static_cast<std::uint64_t>((at - r.start).ns());
  if (w.slat_log) {
    if (w.job.log_latency) {
      w.slat_log->add(line(slat));
      w.clat_log->add(line(lat - slat));
      w.lat_log->add(line(lat));
    }
    if (w.job.log_bandwidth) w.bandwidth_log->add(line(0));
    if (w.job.log_iops) w.iops_log->add(line(0));
    return;
  }
  if (w.job.log_latency) {
    w.logs.slat.push_back(line(slat));
    w.logs.clat.push_back(line(lat - slat));
    w.logs.lat.push_back(line(lat));
  }
  const auto kib = static_cast<std::uint64_t>(static_cast<double>(r.length) / 1024 * 1e9 /
                                              static_cast<double>(std::max<std::uint64_t>(lat, 1)));
  if (w.job.log_bandwidth) w.logs.bandwidth.push_back(line(kib));
  if (w.job.log_iops) w.logs.iops.push_back(line(1));
}

}  // namespace rainier::host
