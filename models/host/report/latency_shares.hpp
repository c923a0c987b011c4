#pragma once

#include <array>
#include <string_view>

#include "models/host/result.hpp"

namespace rainier::host {

/// The share of the requests, in percent, whose latency lies below each limit and not below the one before:
/// fio's latency_ns, latency_us and latency_ms. Each request is counted in one of the three.
struct LatencyShares {
  static constexpr std::array<std::string_view, 10> below_thousand{"2",   "4",   "10",  "20",  "50",
                                                                   "100", "250", "500", "750", "1000"};
  static constexpr std::array<std::string_view, 12> milliseconds{
      "2", "4", "10", "20", "50", "100", "250", "500", "750", "1000", "2000", ">=2000"};

  std::array<double, 10> ns{}, us{};
  std::array<double, 12> ms{};
};

LatencyShares latency_shares(const JobResult& job);

}  // namespace rainier::host
