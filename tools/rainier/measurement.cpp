#include "tools/rainier/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/host/fio/job_file.hpp"
#include "models/host/report/run_report.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/pacer.hpp"
#include "tools/rainier/resources.hpp"

namespace rainier::tool {
namespace {

constexpr Time round_time(100'000'000'000);
constexpr std::size_t slices = 10;
constexpr std::uint64_t most_rounds = 100;

bool equal(const drive::Pass& a, const drive::Pass& b) {
  return a.kind == b.kind && a.block_bytes == b.block_bytes && a.capacities == b.capacities;
}

bool begins_with(const std::vector<drive::Pass>& recipe, const std::vector<drive::Pass>& start) {
  return recipe.size() >= start.size() && std::equal(start.begin(), start.end(), recipe.begin(), equal);
}

std::vector<fio::Job> endless_job(const SpecRow& row) {
  std::vector<std::string> options = row.job;
  options.insert(options.end(), {"time_based", "runtime=1d"});
  return fio::parse_options(options).jobs;
}

double mean_seconds(const host::StageTimes& times) {
  Time sum;
  for (const Time stage : times.sum) sum += stage;
  return times.requests == 0 ? 0 : sum.seconds() / static_cast<double>(times.requests);
}

}  // namespace

double Measurement::value(Measure measure) const {
  switch (measure) {
    case Measure::iops:
      return iops.mean;
    case Measure::throughput:
      return throughput.mean;
    case Measure::latency_mean:
      return latency.mean;
    case Measure::latency_max:
      return latency_max;
    case Measure::power_mean:
      return power.mean;
    case Measure::power_peak:
      return power_peak;
  }
  return 0;
}

std::optional<double> Measurement::half_width(Measure measure) const {
  switch (measure) {
    case Measure::iops:
      return iops.half_width;
    case Measure::throughput:
      return throughput.half_width;
    case Measure::latency_mean:
      return latency.half_width;
    case Measure::power_mean:
      return power.half_width;
    default:
      return std::nullopt;
  }
}

TestBench::TestBench(const controller::DriveConfig& drive, LoadHost load_host, std::uint64_t seed,
                     Progress& progress)
    : drive_(drive), load_host_(std::move(load_host)), seed_(seed), progress_(progress) {}

/// The drive in the row's state, in the row's host. False if a signal came.
bool TestBench::prepare(const SpecRow& row, const std::string& label) {
  const std::vector<drive::Pass> recipe = drive::parse_recipe(row.precondition);
  if (!simulation_ || !begins_with(recipe, applied_)) {
    simulation_.reset();  // before the next one: a drive takes gigabytes
    simulation_ = std::make_unique<drive::Simulation>(drive_, load_host_(row.host), seed_);
    applied_.clear();
  }
  simulation_->use(load_host_(row.host));
  const std::vector<drive::Pass> rest(recipe.begin() + static_cast<std::ptrdiff_t>(applied_.size()),
                                      recipe.end());
  if (rest.empty()) return true;
  simulation_->settle(Time(1'000'000'000'000));
  applied_ = recipe;
  return simulation_->precondition(rest, [&](double done) {
    progress_.show(
        fmt::format("{}: preconditioning {} {:.0f} %", label, drive::recipe_text(rest), 100 * done));
    return !interrupted();
  });
}

bool TestBench::advance(Time span, const std::string& label) {
  if (simulation_->done()) {
    simulation_->rest(span);
    return !interrupted();
  }
  Pacer pacer(0.04);
  for (const Time end = simulation_->now() + span; simulation_->now() < end;) {
    if (interrupted()) return false;
    pacer.advance(*simulation_, end - simulation_->now());
    progress_.show(fmt::format("{}, {:.2f} s simulated", label, simulation_->now().seconds()));
  }
  return true;
}

host::StageTimes TestBench::stages() {
  host::StageTimes all;
  if (simulation_->done()) return all;
  for (std::size_t d = 0; d < fio::data_directions; ++d) {
    const host::StageTimes one = simulation_->workers().stages(d);
    for (std::size_t i = 0; i < all.sum.size(); ++i) all.sum[i] += one.sum[i];
    all.requests += one.requests;
  }
  return all;
}

Measurement TestBench::read_window(std::vector<drive::Usage>& marks,
                                   const std::vector<host::StageTimes>& times) {
  std::vector<double> iops, throughput, latency, power;
  for (std::size_t i = 1; i < marks.size(); ++i) {
    const drive::Usage spent = marks[i] - marks[i - 1];
    iops.push_back(host::per_second(spent.requests, spent.at));
    throughput.push_back(host::per_second(spent.request_bytes, spent.at));
    latency.push_back(mean_seconds(times[i] - times[i - 1]));
    power.push_back(mean_watts(simulation_->controller(), spent));
  }
  Measurement m{confidence95(iops), confidence95(throughput), confidence95(latency), confidence95(power)};
  m.latency.mean = mean_seconds(times.back() - times.front());
  m.window = (marks.back() - marks.front()).seconds();
  m.power_peak = simulation_->controller().meter().peak_rms_watts();
  if (!simulation_->done())
    for (const host::JobResult& job : simulation_->workers().results())
      for (const host::DirectionResult& d : job.direction)
        m.latency_max = std::max(m.latency_max, static_cast<double>(d.lat.max()) * 1e-9);
  return m;
}

std::optional<Measurement> TestBench::measure(const SpecRow& row, const std::string& label) {
  std::string key = row.precondition + '|' + row.host + '|' + std::to_string(row.window.ps());
  for (const std::string& option : row.job) key += '|' + option;
  if (key == last_key_) return last_;
  if (!prepare(row, label)) return std::nullopt;
  if (!row.job.empty()) simulation_->load(endless_job(row));

  SteadyStateDetector steady;
  do {
    const std::uint64_t before = simulation_->usage().requests;
    if (!advance(round_time, label + ": until steady")) return std::nullopt;
    steady.add(static_cast<double>(simulation_->usage().requests - before));
  } while (!steady.attained() && steady.rounds() < most_rounds);

  power::Meter& meter = simulation_->controller().meter();
  if (!row.job.empty()) simulation_->workers().reset_statistics();
  meter.roll(simulation_->now());
  meter.reset_peak();
  std::vector<drive::Usage> marks{simulation_->usage()};
  std::vector<host::StageTimes> times{stages()};
  for (std::size_t i = 0; i < slices; ++i) {
    if (!advance(row.window / static_cast<std::int64_t>(slices), label + ": measuring")) return std::nullopt;
    meter.roll(simulation_->now());
    marks.push_back(simulation_->usage());
    times.push_back(stages());
  }
  last_ = read_window(marks, times);
  last_.rounds = steady.rounds();
  last_.steady = steady.attained();
  last_key_ = key;
  simulation_->drain();
  if (const auto broken = simulation_->broken_laws(); !broken.empty())
    throw std::runtime_error("conservation law broken in row " + row.id + ": " + broken.front());
  return last_;
}

}  // namespace rainier::tool
