#include "tools/rainier/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/host/fio/job_file.hpp"
#include "models/host/report/run_report.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/limit.hpp"
#include "tools/rainier/pacer.hpp"
#include "tools/rainier/resources.hpp"

namespace rainier::tool {
namespace {

constexpr std::size_t slices = 10;
constexpr std::uint64_t most_rounds = 100;

bool equal(const drive::Pass& a, const drive::Pass& b) {
  return a.kind == b.kind && a.block_bytes == b.block_bytes && a.capacities == b.capacities;
}

bool begins_with(const std::vector<drive::Pass>& recipe, const std::vector<drive::Pass>& start) {
  return recipe.size() >= start.size() && std::equal(start.begin(), start.end(), recipe.begin(), equal);
}

double mean_seconds(const host::StageTimes& times) {
  Time sum;
  for (const Time stage : times.sum) sum += stage;
  return times.requests == 0 ? 0 : sum.seconds() / static_cast<double>(times.requests);
}

}  // namespace

std::optional<double> Measurement::value(Measure measure) const {
  switch (measure) {
    case Measure::iops:
      return iops.mean;
    case Measure::throughput:
      return throughput.mean;
    case Measure::latency_mean:
      return latency.mean;
    case Measure::latency_min:
      return latency_min;
    case Measure::latency_max:
      return latency_max;
    case Measure::power_mean:
      return power.mean;
    case Measure::power_rms:
      return power_rms;
    case Measure::power_peak:
      return power_peak;
  }
  return std::nullopt;
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

void TestBench::purge() {
  simulation_.reset();  // before the next one: a drive takes gigabytes
  applied_.clear();
  last_key_.clear();
}

/// The drive in the trial's state, in the trial's host. False if a signal came.
bool TestBench::prepare(const Trial& trial, const std::string& label) {
  const std::vector<drive::Pass> recipe = drive::parse_recipe(trial.recipe);
  if (!begins_with(recipe, applied_)) purge();
  if (!simulation_) simulation_ = std::make_unique<drive::Simulation>(drive_, load_host_(trial.host), seed_);
  simulation_->use(load_host_(trial.host));
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

drive::Simulation* TestBench::start(const Trial& trial, const std::string& label) {
  if (!prepare(trial, label)) return nullptr;
  if (!trial.jobs.empty()) simulation_->load(endless(trial.jobs));
  return simulation_.get();
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
  Measurement m;
  m.iops = confidence95(iops);
  m.throughput = confidence95(throughput);
  m.latency = confidence95(latency);
  m.power = confidence95(power);
  m.latency.mean = mean_seconds(times.back() - times.front());
  m.window = (marks.back() - marks.front()).seconds();
  m.power_peak = simulation_->peak_rms_watts();
  m.power_rms = simulation_->mean_rms_watts();
  return m;
}

void TestBench::read_latencies(Measurement& m) {
  Histogram all;
  for (const host::JobResult& job : simulation_->workers().results())
    for (const host::DirectionResult& d : job.direction) all.merge(d.lat);
  const auto seconds = [](std::uint64_t ns) { return static_cast<double>(ns) * 1e-9; };
  m.latency_min = seconds(all.min());
  m.latency_max = seconds(all.max());
  m.median = seconds(all.percentile(50));
  m.p99 = seconds(all.percentile(99));
  m.p999 = seconds(all.percentile(99.9));
}

/// Waits until as many requests have ended as may be outstanding: large ones in a long queue take longer than
/// a short window, which would then see the start alone. How long it took.
Time TestBench::fill(const Trial& trial, const std::string& label) {
  if (trial.jobs.empty()) return Time();
  const Time start = simulation_->now(), step = std::max(trial.round / 10, Time(1'000'000'000));
  const std::uint64_t before = simulation_->usage().requests;
  const auto asked = static_cast<std::uint64_t>(asked_outstanding(trial.jobs));
  while (simulation_->usage().requests - before < asked &&
         simulation_->now() - start < Time(10'000'000'000'000))
    if (!advance(step, label + ": filling the queue")) break;
  return simulation_->now() - start;
}

std::optional<Measurement> TestBench::measure(const Trial& trial, const std::string& label) {
  if (!trial.key.empty() && trial.key == last_key_) return last_;
  last_key_.clear();
  if (start(trial, label) == nullptr) return std::nullopt;

  const Time filled = fill(trial, label);
  if (interrupted()) return std::nullopt;
  const Time round = std::max(trial.round, filled), window = std::max(trial.window, filled * 10);
  SteadyStateDetector steady;
  do {
    const std::uint64_t before = simulation_->usage().requests;
    if (!advance(round, label + ": until steady")) return std::nullopt;
    steady.add(static_cast<double>(simulation_->usage().requests - before));
  } while (!steady.attained() && steady.rounds() < most_rounds);

  if (!trial.jobs.empty()) simulation_->workers().reset_statistics();
  simulation_->roll_meters();
  simulation_->reset_peak_power();
  std::vector<drive::Usage> marks{simulation_->usage()};
  std::vector<host::StageTimes> times{stages()};
  for (std::size_t i = 0; i < slices; ++i) {
    if (!advance(window / static_cast<std::int64_t>(slices), label + ": measuring")) return std::nullopt;
    simulation_->roll_meters();
    marks.push_back(simulation_->usage());
    times.push_back(stages());
  }
  last_ = read_window(marks, times);
  last_.rounds = steady.rounds();
  last_.steady = steady.attained();
  if (!trial.jobs.empty()) {
    read_latencies(last_);
    const drive::Usage spent = marks.back() - marks.front();
    const std::vector<Resource> resources = resources_of(*simulation_, spent);
    last_.limit = limit_sentence(resources,
                                 load_of(times.back() - times.front(), spent, asked_outstanding(trial.jobs)));
    const auto most =
        std::max_element(resources.begin(), resources.end(), [](const Resource& a, const Resource& b) {
          return (a.key == "slots" ? 0 : a.share) < (b.key == "slots" ? 0 : b.share);
        });
    last_.busiest = most->key;
    last_.busiest_share = most->share;
  }
  last_key_ = trial.key;
  finish(trial);
  return last_;
}

void TestBench::finish(const Trial& trial) {
  simulation_->drain();
  if (const auto broken = simulation_->broken_laws(); !broken.empty())
    throw std::runtime_error("conservation law broken in " + trial.name + ": " + broken.front());
}

std::vector<fio::Job> endless(std::vector<fio::Job> jobs) {
  for (fio::Job& job : jobs) {
    job.time_based = true;
    job.runtime = Time(86'400'000'000'000'000);
    job.ramp_time = Time();
  }
  return jobs;
}

Trial trial_of(const SpecRow& row, bool quick) {
  const int share = quick ? 2 : 1;
  Trial trial{row.id, row.precondition, row.host, {}, row.window / share, Time(100'000'000'000) / share, {}};
  if (!row.job.empty()) trial.jobs = fio::parse_options(row.job).jobs;
  trial.key = row.precondition + '|' + row.host + '|' + std::to_string(row.window.ps());
  for (const std::string& option : row.job) trial.key += '|' + option;
  return trial;
}

}  // namespace rainier::tool
