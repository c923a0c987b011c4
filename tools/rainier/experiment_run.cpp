#include "tools/rainier/experiment_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/rainier/jobs.hpp"

namespace rainier::tool {
namespace {

constexpr std::int64_t quick_share = 5, rounds_share = 10;

/// The values of a list, or one "none" for a list that is empty.
template <class T>
std::vector<std::optional<T>> values(const std::vector<T>& list) {
  std::vector<std::optional<T>> all(list.begin(), list.end());
  if (all.empty()) all.emplace_back();
  return all;
}

void apply(const Point& point, fio::Job& job) {
  if (point.outstanding) {
    job.numjobs = std::min(point.sweep->workers, *point.outstanding);
    job.iodepth = *point.outstanding / job.numjobs;
  }
  if (point.block)
    for (std::size_t d = 0; d < fio::data_directions; ++d) {
      job.blocks[d] = {{*point.block, 100}};
      job.range[d] = {0, 0};
    }
  if (point.read_percent) {
    job.reads = *point.read_percent > 0;
    job.writes = *point.read_percent < 100;
    job.read_percent = *point.read_percent;
  }
}

class Runner {
 public:
  Runner(const Catalog& catalog, const Experiment& experiment, bool quick, TestBench& bench)
      : catalog_(catalog),
        experiment_(experiment),
        share_(quick ? quick_share : 1),
        quick_(quick),
        bench_(bench) {}

  ExperimentResult run() {
    for (const Phase& phase : experiment_.phases) {
      begin(phase);
      for (const Sweep& sweep : phase.measure)
        if (!measure(sweep)) return stopped();
      for (const Streaming& streaming : phase.streaming)
        if (!stream(streaming)) return stopped();
    }
    return std::move(result_);
  }

 private:
  ExperimentResult stopped() {
    result_.partial = true;
    return std::move(result_);
  }

  void begin(const Phase& phase) {
    if (phase.purge) {
      bench_.purge();
      recipe_.clear();
    }
    if (phase.precondition.empty() || phase.precondition == "none") return;
    recipe_ += (recipe_.empty() ? "" : ",") + phase.precondition;
  }

  Trial trial(const std::string& name, const std::string& host, Time window) const {
    return {name, recipe_,         host.empty() ? experiment_.host : host,
            {},   window / share_, window / share_ / rounds_share,
            ""};
  }

  bool measure(const Sweep& sweep) {
    for (Point& point : points_of(sweep)) {
      Trial one = trial(name_of(point), sweep.host, sweep.window);
      one.jobs = jobs_of(catalog_, point);
      const auto measured = bench_.measure(one, experiment_.title + ", " + one.name);
      if (!measured) return false;
      point.measured = *measured;
      result_.points.push_back(std::move(point));
    }
    return true;
  }

  bool stream(const Streaming& streaming) {
    const Trial one = trial(streaming.id, streaming.host, streaming.window);
    auto measured = run_stream(streaming, one, quick_, bench_, experiment_.title + ", " + streaming.id);
    if (!measured) return false;
    result_.streams.emplace_back(&streaming, std::move(*measured));
    return true;
  }

  const Catalog& catalog_;
  const Experiment& experiment_;
  std::int64_t share_;
  bool quick_;
  TestBench& bench_;
  std::string recipe_;
  ExperimentResult result_;
};

}  // namespace

std::vector<Point> points_of(const Sweep& sweep) {
  std::vector<Point> points;
  for (const auto& read_percent : values(sweep.read_percent))
    for (const auto& block : values(sweep.block))
      for (const auto& outstanding : values(sweep.outstanding))
        points.push_back({&sweep, outstanding, read_percent, block, {}});
  return points;
}

std::string name_of(const Point& point) {
  std::string name = point.sweep->id;
  if (point.outstanding) name += fmt::format(" outstanding={}", *point.outstanding);
  if (point.block) name += fmt::format(" block={}", *point.block);
  if (point.read_percent) name += fmt::format(" read_percent={}", *point.read_percent);
  return name;
}

std::vector<fio::Job> jobs_of(const Catalog& catalog, const Point& point) {
  const Sweep& sweep = *point.sweep;
  std::vector<std::string> files;
  if (!sweep.workload.empty()) files.push_back(sweep.workload);
  std::vector<fio::Job> jobs = read_jobs(catalog, files, sweep.job).jobs;
  for (fio::Job& job : jobs) apply(point, job);
  return jobs;
}

ExperimentResult run_experiment(const Catalog& catalog, const Experiment& experiment, bool quick,
                                TestBench& bench) {
  return Runner(catalog, experiment, quick, bench).run();
}

}  // namespace rainier::tool
