#include "models/host/report/latency_shares.hpp"

#include <algorithm>
#include <span>

namespace rainier::host {
namespace {

constexpr std::array<std::uint64_t, 11> limits{2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000};

/// The first limit that the value lies below; one past the last if it lies below none.
std::size_t limit_above(std::uint64_t value) {
  return static_cast<std::size_t>(std::upper_bound(limits.begin(), limits.end(), value) - limits.begin());
}

/// Counts become percent; what happened at all is at least 0.01 %, as in fio.
void to_percent(std::span<double> counts, std::uint64_t total) {
  for (double& count : counts)
    if (count > 0) count = std::max(0.01, 100 * count / static_cast<double>(total));
}

}  // namespace

LatencyShares latency_shares(const JobResult& job) {
  LatencyShares shares;
  std::uint64_t total = 0;
  for (const DirectionResult& direction : job.direction) {
    total += direction.lat.count();
    direction.lat.for_each_bin([&](std::uint64_t ns, std::uint64_t count) {
      const auto weight = static_cast<double>(count);
      if (ns < 1'000)
        shares.ns[limit_above(ns)] += weight;
      else if (ns < 1'000'000)
        shares.us[limit_above(ns / 1'000)] += weight;
      else
        shares.ms[limit_above(ns / 1'000'000)] += weight;
    });
  }
  to_percent(shares.ns, total);
  to_percent(shares.us, total);
  to_percent(shares.ms, total);
  return shares;
}

}  // namespace rainier::host
