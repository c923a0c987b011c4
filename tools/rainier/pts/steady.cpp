#include "tools/rainier/pts/steady.hpp"

#include <algorithm>

namespace rainier::pts {
namespace {

Verification verify(const PartResult& part, std::size_t cell, Metric metric, std::uint64_t rounds) {
  constexpr std::uint64_t window = SteadyStateDetector::window;
  Verification v;
  v.cell = cell;
  SteadyStateDetector detector;
  for (std::uint64_t r = rounds < window ? 0 : rounds - window; r < rounds; ++r) {
    v.values.push_back(part.rounds[r].cells[cell].value(metric));
    v.steady = detector.add(v.values.back());
  }
  v.mean = mean(v.values);
  v.slope = slope(v.values);
  v.range = detector.range();
  v.excursion = detector.slope_excursion();
  return v;
}

/// The mean of the rounds' means and its confidence.
Interval over(const std::vector<Interval>& rounds) {
  if (rounds.size() == 1) return rounds.front();
  std::vector<double> means;
  for (const Interval& round : rounds) means.push_back(round.mean);
  return confidence95(means);
}

}  // namespace

std::vector<Verification> verify(const PartResult& part, Metric metric, std::uint64_t rounds) {
  std::vector<Verification> all;
  for (const std::size_t cell : part.part.tracked) all.push_back(verify(part, cell, metric, rounds));
  return all;
}

bool all_steady(const std::vector<Verification>& tracked) {
  return std::all_of(tracked.begin(), tracked.end(), [](const Verification& v) { return v.steady; });
}

std::vector<Average> average(const PartResult& part, std::uint64_t first, std::uint64_t last) {
  std::vector<Average> all;
  for (std::size_t cell = 0; cell < part.part.cells.size(); ++cell) {
    std::vector<Interval> iops, throughput, latency;
    Average a;
    a.cell = cell;
    for (std::uint64_t r = first; r <= last && r > 0; ++r) {
      if (cell >= part.rounds[r - 1].cells.size()) continue;
      const CellResult& one = part.rounds[r - 1].cells[cell];
      iops.push_back(one.iops);
      throughput.push_back(one.throughput);
      latency.push_back(one.latency);
      a.latency_max = std::max(a.latency_max, one.latency_max);
    }
    if (iops.empty()) continue;
    a.iops = over(iops);
    a.throughput = over(throughput);
    a.latency = over(latency);
    a.rounds = iops.size();
    all.push_back(a);
  }
  return all;
}

bool Result::steady() const {
  return !partial && std::all_of(parts.begin(), parts.end(),
                                 [](const PartResult& part) { return part.steady_round.has_value(); });
}

}  // namespace rainier::pts
