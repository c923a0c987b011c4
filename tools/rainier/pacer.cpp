#include "tools/rainier/pacer.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/host/report/run_report.hpp"
#include "tools/rainier/output.hpp"

namespace rainier::tool {

void Pacer::advance(drive::Simulation& simulation, Time limit) {
  constexpr Time shortest(10'000'000), longest(1'000'000'000'000);
  if (simulation.stuck()) throw std::logic_error("requests are under way, but nothing is left to happen");
  const Time step = std::min(step_, limit);
  const double start = wall_seconds();
  simulation.advance(step);
  const double took = wall_seconds() - start;
  if (took > 2 * wall_step_)
    step_ = std::max(shortest, step / 2);
  else if (took < wall_step_ / 2 && step == step_)
    step_ = std::min(longest, step_ * 2);
}

double RateOfProgress::iops() {
  const std::uint64_t requests = simulation_.workers().finished();
  const double rate = host::per_second(requests - requests_, simulation_.now() - at_);
  requests_ = requests;
  at_ = simulation_.now();
  return rate;
}

}  // namespace rainier::tool
