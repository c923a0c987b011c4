#include "tools/rainier/pts/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/rainier/output.hpp"
#include "tools/rainier/pts/steady.hpp"

namespace rainier::pts {
namespace {

bool precondition(drive::Simulation& simulation, const Part& part, const Watch& watch) {
  return simulation.precondition(part.precondition, [&](double done) {
    return !watch || watch(fmt::format("preconditioning {:.0f} %", 100 * done));
  });
}

/// False if the round was stopped before its end.
bool run_round(Sampler& sampler, const Plan& plan, PartResult& result, double capacity) {
  result.rounds.emplace_back();
  Round& round = result.rounds.back();
  const std::vector<Cell>& cells = result.part.cells;
  std::string rate;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t rounds = result.rounds.size();
    const CellResult* earlier = rounds > 1 ? &result.rounds[rounds - 2].cells[c] : nullptr;
    auto done = sampler.run(cells[c], earlier,
                            fmt::format("round {} of at most {}, cell {} of {} ({}){}", rounds,
                                        plan.most_rounds, c + 1, cells.size(), name_of(cells[c]), rate));
    if (!done) break;
    done->cell = c;
    rate = fmt::format(", the last {} IOPS", tool::grouped(done->iops.mean));
    round.cells.push_back(*done);
  }
  round.drive_writes = static_cast<double>(sampler.written()) / capacity;
  const bool complete = round.cells.size() == cells.size();
  if (round.cells.empty()) result.rounds.pop_back();
  return complete;
}

/// Verifies and averages what there is, however the part has ended.
void conclude(PartResult& result, const Plan& plan) {
  std::uint64_t complete = result.rounds.size();
  if (complete > 0 && result.rounds.back().cells.size() < result.part.cells.size()) --complete;
  result.verified_round = result.steady_round.value_or(complete);
  result.tracked = verify(result, plan.metric, result.verified_round);
  if (plan.capacities > 0 && all_steady(result.tracked)) result.steady_round = result.verified_round;
  constexpr std::uint64_t window = SteadyStateDetector::window;
  result.last_averaged = complete == 0 ? result.rounds.size() : complete;
  const std::uint64_t after = result.last_averaged - result.steady_round.value_or(result.last_averaged);
  const std::uint64_t averaged = std::min(after > 0 ? after : window, result.last_averaged);
  result.first_averaged = result.last_averaged - averaged + (averaged > 0 ? 1 : 0);
  result.cells = average(result, result.first_averaged, result.last_averaged);
}

bool is_over(const PartResult& result, const Plan& plan) {
  const std::uint64_t rounds = result.rounds.size();
  if (plan.capacities > 0)
    return rounds >= plan.most_rounds || result.rounds.back().drive_writes >= plan.capacities;
  if (result.steady_round) return rounds >= *result.steady_round + plan.rounds_after;
  return rounds >= plan.most_rounds;
}

/// False if it was stopped.
bool run_part(drive::Simulation& simulation, const Plan& plan, PartResult& result, const Watch& watch) {
  if (!precondition(simulation, result.part, watch)) return false;
  Sampler sampler(simulation, plan, watch);
  const auto capacity = static_cast<double>(simulation.controller().config().host_bytes());
  do {
    if (!run_round(sampler, plan, result, capacity)) return false;
    const std::uint64_t rounds = result.rounds.size();
    if (plan.capacities == 0 && !result.steady_round && all_steady(verify(result, plan.metric, rounds)))
      result.steady_round = rounds;
  } while (!is_over(result, plan));
  return true;
}

}  // namespace

Result run(const Plan& plan, const controller::DriveConfig& drive, const host::Params& host,
           std::uint64_t seed, const Watch& watch) {
  Result result{plan, {}, false};
  for (const Part& part : plan.parts) {
    drive::Simulation simulation(drive, host, seed);
    result.parts.emplace_back();
    result.parts.back().part = part;
    result.partial = !run_part(simulation, plan, result.parts.back(), watch);
    conclude(result.parts.back(), plan);
    if (result.partial) break;
  }
  return result;
}

}  // namespace rainier::pts
