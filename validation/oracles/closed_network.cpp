#include "validation/oracles/closed_network.hpp"

#include <algorithm>
#include <queue>
#include <random>
#include <tuple>

#include "validation/oracles/domain.hpp"

namespace rainier::oracle {

double round_trip(const ClosedNetwork& network) {
  double sum = network.think;
  for (const auto& stage : network.stages) sum += stage.service;
  return sum;
}

double throughput_bound(const ClosedNetwork& network, int jobs) {
  require(jobs >= 0, "closed network: the number of jobs is not negative");
  double bound = jobs / round_trip(network);
  for (const auto& stage : network.stages) bound = std::min(bound, stage.count / stage.service);
  return bound;
}

MvaResult mva(const ClosedNetwork& network, int jobs) {
  require(jobs >= 1, "mva: at least one job");
  const auto& stages = network.stages;
  MvaResult result{0, 0, std::vector<double>(stages.size()), std::vector<double>(stages.size())};
  for (int n = 1; n <= jobs; ++n) {
    std::vector<double> stay(stages.size());
    for (std::size_t i = 0; i < stages.size(); ++i) stay[i] = stages[i].service * (1 + result.queue[i]);
    result.residence = 0;
    for (const double s : stay) result.residence += s;
    result.throughput = n / (network.think + result.residence);
    for (std::size_t i = 0; i < stages.size(); ++i)
      result.queue[i] = result.throughput / stages[i].count * stay[i];
  }
  for (std::size_t i = 0; i < stages.size(); ++i)
    result.utilisation[i] = result.throughput * stages[i].service / stages[i].count;
  return result;
}

double constant_service_throughput(const ClosedNetwork& network, int jobs, int visits, std::uint64_t seed) {
  require(jobs >= 1 && visits >= 2 && !network.stages.empty(), "closed network: nothing to simulate");
  struct Arrival {
    double when;
    std::uint64_t order;
    std::size_t stage;
    std::size_t server;
    bool operator>(const Arrival& o) const { return std::tie(when, order) > std::tie(o.when, o.order); }
  };
  std::mt19937_64 bits(seed);
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
  std::vector<std::vector<double>> free_at;
  for (const auto& stage : network.stages) free_at.emplace_back(stage.count, 0.0);

  std::uint64_t order = 0;
  const auto issue = [&](double now) {
    arrivals.push({now + network.think, order++, 0, bits() % free_at[0].size()});
  };
  for (int i = 0; i < jobs; ++i) issue(0);

  int done = 0;
  double half_time = 0;
  double now = 0;
  while (done < visits) {
    const Arrival a = arrivals.top();
    arrivals.pop();
    if (a.stage == network.stages.size()) {
      now = a.when;
      if (++done == visits / 2) half_time = now;
      issue(now);
      continue;
    }
    double& free = free_at[a.stage][a.server % free_at[a.stage].size()];
    free = std::max(free, a.when) + network.stages[a.stage].service;
    arrivals.push({free, order++, a.stage + 1, a.server});
  }
  const int measured = visits - visits / 2;
  return measured / (now - half_time);
}

}  // namespace rainier::oracle
