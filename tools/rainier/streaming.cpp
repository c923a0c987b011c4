#include "tools/rainier/streaming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/host/fio/job_file.hpp"
#include "tools/rainier/interrupt.hpp"

namespace rainier::tool {
namespace {

constexpr Time sample(1'000'000'000);  // a write of 8 MB takes several of them
constexpr std::size_t parts = 10;

struct Run {
  std::vector<Written> written;
};

std::optional<Run> timed_run(const Trial& trial, TestBench& bench, const std::string& label) {
  drive::Simulation* simulation = bench.start(trial, label);
  if (simulation == nullptr || !bench.advance(trial.window / 5, label + ": start")) return std::nullopt;
  const Time start = simulation->now();
  const std::uint64_t before = simulation->usage().request_bytes;
  Run run{{{0, 0}}};
  while (simulation->now() < start + trial.window) {
    if (!bench.advance(sample, label)) return std::nullopt;
    run.written.push_back({(simulation->now() - start).seconds(),
                           static_cast<double>(simulation->usage().request_bytes - before)});
  }
  bench.finish(trial);
  return run;
}

double rate_of(const std::vector<Written>& written) {
  const double span = written.back().seconds - written.front().seconds;
  return span <= 0 ? 0 : (written.back().bytes - written.front().bytes) / span;
}

void add_parts(const std::vector<Written>& written, std::vector<double>& means) {
  const std::size_t step = (written.size() - 1) / parts;
  for (std::size_t i = 0; step > 0 && i + step < written.size(); i += step)
    means.push_back((written[i + step].bytes - written[i].bytes) /
                    (written[i + step].seconds - written[i].seconds));
}

}  // namespace

double backlog(const std::vector<Written>& written, double rate) {
  double waiting = 0, most = 0;
  for (std::size_t i = 1; i < written.size(); ++i) {
    waiting += rate * (written[i].seconds - written[i - 1].seconds);
    most = std::max(most, waiting);  // before what is written now leaves it
    waiting = std::max(0.0, waiting - (written[i].bytes - written[i - 1].bytes));
  }
  return most;
}

double buffer_of_run(const std::vector<Written>& written, double rate, double capacity) {
  const double sustained = rate_of(written), part = backlog(written, rate);
  return rate <= sustained ? part : std::max(part, capacity * (1 - sustained / rate));
}

double StreamResult::mean_rate() const {
  return sustained.empty() ? 0
                           : std::accumulate(sustained.begin(), sustained.end(), 0.0) /
                                 static_cast<double>(sustained.size());
}

std::optional<StreamResult> run_stream(const Streaming& streaming, const Trial& trial, bool quick,
                                       TestBench& bench, const std::string& label) {
  Trial one = trial;
  one.jobs = fio::parse_options({"rw=write", fmt::format("bs={}", streaming.block),
                                 fmt::format("iodepth={}", streaming.outstanding)})
                 .jobs;
  const std::uint32_t runs = quick ? std::min<std::uint32_t>(3, streaming.runs) : streaming.runs;
  const std::uint32_t every = quick ? 1 : std::max<std::uint32_t>(1, streaming.runs / streaming.timed);
  StreamResult result;
  result.window = one.window.seconds();
  for (const double threshold : streaming.thresholds) result.rows.push_back({threshold, 0, 0});
  bool first = true;
  for (std::uint32_t run = 0; run < runs; ++run) {
    const std::string what = fmt::format("{}: run {} of {}", label, run + 1, runs);
    one.recipe += (one.recipe.empty() ? "" : ",") + fmt::format("seq:{}B:1", streaming.block);
    if (run % every != every - 1) continue;
    const auto timed = timed_run(one, bench, what);
    if (!timed) return std::nullopt;
    result.sustained.push_back(rate_of(timed->written));
    add_parts(timed->written, result.part_means);
    const double capacity = bench.capacity();
    for (StreamRow& row : result.rows) {
      const double buffer = buffer_of_run(timed->written, row.threshold * 1e6, capacity) / 1e6;
      row.best = first ? buffer : std::min(row.best, buffer);
      row.worst = std::max(row.worst, buffer);
    }
    first = false;
  }
  return result;
}

}  // namespace rainier::tool
