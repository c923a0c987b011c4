#include "tools/rainier/pts/sampler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/host/fio/job_file.hpp"
#include "models/host/report/run_report.hpp"
#include "tools/rainier/pacer.hpp"

namespace rainier::pts {
namespace {

constexpr std::int64_t slices = 10;
constexpr std::uint64_t settling_turns = 2, sampled_turns = 4;  ///< of the queue
constexpr std::uint64_t sampled_requests = 512;                 ///< else the mix itself is left to chance

Time seconds(double s) { return Time(std::llround(s * 1e12)); }

double mean_seconds(const host::StageTimes& reads, const host::StageTimes& writes) {
  Time sum;
  for (const Time stage : reads.sum) sum += stage;
  for (const Time stage : writes.sum) sum += stage;
  const std::uint64_t requests = reads.requests + writes.requests;
  return requests == 0 ? 0 : sum.seconds() / static_cast<double>(requests);
}

/// 95 % confidence by the means of ten batches; too few values have none.
Interval of_batches(const std::vector<double>& values) {
  if (values.size() < 2) return {};
  if (values.size() < slices) return confidence95(values);
  return confidence95(batch_means(values, slices));
}

/// Whether it writes one block after the other: then each cell goes on where the last one ended, unless the
/// drive's end is near.
bool in_order(const Cell& cell) {
  return cell.pattern == drive::Pass::Kind::sequential && cell.read_percent < 100;
}

const char* rw(const Cell& cell) {
  const bool random = cell.pattern == drive::Pass::Kind::random;
  if (cell.read_percent == 100) return random ? "randread" : "read";
  if (cell.read_percent == 0) return random ? "randwrite" : "write";
  return random ? "randrw" : "rw";
}

}  // namespace

Sampler::Sampler(drive::Simulation& simulation, const Plan& plan, const Watch& watch)
    : simulation_(simulation), plan_(plan), watch_(watch) {}

/// The queue depth shared out over the workers: some may have one request more than the others.
std::vector<fio::Job> Sampler::jobs_of(const Cell& cell) {
  if (in_order(cell)) {
    const std::uint64_t capacity = simulation_.controller().config().host_bytes();
    const bool room = plan_.sample < plan_.cell && position_ < capacity - capacity / 8;
    position_ = room ? position_ / cell.block_bytes * cell.block_bytes : 0;
  }
  const std::uint32_t depth = plan_.queue_depth / plan_.workers, deeper = plan_.queue_depth % plan_.workers;
  std::vector<fio::Job> jobs;
  for (const auto& [workers, iodepth] :
       {std::pair(plan_.workers - deeper, depth), std::pair(deeper, depth + 1)}) {
    if (workers == 0) continue;
    const auto made = fio::parse_options(
        {fmt::format("name=pts{}", jobs.size()), fmt::format("rw={}", rw(cell)),
         fmt::format("rwmixread={}", cell.read_percent), fmt::format("bs={}", cell.block_bytes),
         fmt::format("iodepth={}", iodepth), fmt::format("numjobs={}", workers),
         fmt::format("offset={}", in_order(cell) ? position_ : 0), "norandommap", "time_based",
         "runtime=1d"});
    jobs.insert(jobs.end(), made.jobs.begin(), made.jobs.end());
    jobs.back().index = static_cast<std::uint32_t>(jobs.size() - 1);
  }
  return jobs;
}

bool Sampler::advance(Time span) {
  tool::Pacer pacer(0.04);
  for (const Time end = simulation_.now() + span; simulation_.now() < end;) {
    if (watch_ && !watch_(label_)) return false;
    pacer.advance(simulation_, end - simulation_.now());
  }
  return true;
}

/// Until the queue has been turned over, and the write buffer if writes end there, but three samples at most.
bool Sampler::settle(const Cell& cell) {
  const controller::DriveConfig& config = simulation_.controller().config();
  const bool posted =
      cell.read_percent < 100 && config.controller.acknowledge == controller::Acknowledge::buffer;
  const std::uint64_t buffer = posted ? config.dram.write_buffer_bytes : 0;
  const drive::Usage before = simulation_.usage();
  const Time step = std::min(plan_.sample, plan_.cell / 10) / 5;
  for (;;) {
    if (!advance(step)) return false;
    const drive::Usage spent = simulation_.usage() - before;
    const bool turned = spent.requests >= settling_turns * plan_.queue_depth;
    const bool filled = spent.controller.write_bytes >= buffer;
    if ((turned && (filled || spent.at >= 3 * plan_.sample)) || spent.at >= plan_.cell / 2) return true;
  }
}

/// The plan's sample, or as long as its requests take by the rate so far.
Time Sampler::sample_span(const Mark& loaded) const {
  const drive::Usage spent = simulation_.usage() - loaded.usage;
  if (plan_.sample >= plan_.cell) return plan_.cell;
  const double rate = host::per_second(spent.requests, spent.at);
  const std::uint64_t wanted = std::max<std::uint64_t>(sampled_turns * plan_.queue_depth, sampled_requests);
  const Time needed = rate > 0 ? seconds(static_cast<double>(wanted) / rate) : plan_.cell;
  return std::max(plan_.sample, needed);
}

Sampler::Mark Sampler::mark() {
  return {simulation_.usage(), simulation_.workers().stages(0), simulation_.workers().stages(1)};
}

/// Ten slices of the span, and as many again while the rate is uncertain: the interval is of ten batches.
bool Sampler::measure(Time span, Time most, CellResult& result) {
  simulation_.workers().reset_statistics();
  const Mark first = mark();
  Mark last = first;
  std::vector<double> iops, throughput, latency;
  for (std::size_t wanted = slices; iops.size() < wanted;) {
    const auto done = static_cast<std::int64_t>(iops.size() + 1);
    if (!advance(first.usage.at + span * done / slices - simulation_.now())) return false;
    const Mark now = mark();
    const drive::Usage spent = now.usage - last.usage;
    iops.push_back(host::per_second(spent.requests, spent.at));
    throughput.push_back(host::per_second(spent.request_bytes, spent.at));
    if (now.reads.requests + now.writes.requests > last.reads.requests + last.writes.requests)
      latency.push_back(mean_seconds(now.reads - last.reads, now.writes - last.writes));
    last = now;
    if (iops.size() < wanted) continue;
    result.iops = of_batches(iops);
    const bool uncertain = result.iops.half_width > sample_precision * result.iops.mean;
    if (uncertain && 2 * (now.usage.at - first.usage.at) <= most) wanted *= 2;
  }
  const drive::Usage spent = last.usage - first.usage;
  result.throughput = of_batches(throughput);
  result.latency = of_batches(latency);
  result.latency.mean = mean_seconds(last.reads - first.reads, last.writes - first.writes);
  for (const host::JobResult& job : simulation_.workers().results())
    for (const host::DirectionResult& d : job.direction)
      result.latency_max = std::max(result.latency_max, static_cast<double>(d.lat.max()) * 1e-9);
  result.write_amplification = spent.ftl.write_amplification();
  result.timed = spent.at;
  result.requests = spent.requests;
  result.writes_per_second = host::per_second(last.writes.requests - first.writes.requests, spent.at);
  return true;
}

// Whatever the drive has buffered, copies or erases is finished before the functional tier may go on.
void Sampler::come_to_rest() {
  simulation_.drain();
  for (int second = 0; !simulation_.controller().idle(); ++second) {
    if (second == 1'000) throw std::runtime_error("the drive does not come to rest");
    simulation_.settle(Time(1'000'000'000'000));
  }
}

/// What the host would have written in that time.
bool Sampler::write(const Cell& cell, Time span, double writes_per_second, CellResult& result) {
  if (span <= Time()) return true;
  const auto blocks = static_cast<std::uint64_t>(std::llround(writes_per_second * span.seconds()));
  result.untimed += span;
  result.untimed_blocks += blocks;
  if (blocks == 0) return true;
  const bool finished = simulation_.write_untimed({cell.pattern, cell.block_bytes, blocks, position_},
                                                  [this](double) { return !watch_ || watch_(label_); });
  untimed_bytes_ += blocks * cell.block_bytes;
  if (in_order(cell))
    position_ = (position_ + blocks * cell.block_bytes) % simulation_.controller().config().host_bytes();
  return finished;
}

bool Sampler::time(const Cell& cell, CellResult& result) {
  const Time begin = simulation_.now();
  const std::uint64_t before = written();
  simulation_.load(jobs_of(cell));
  const Mark loaded = mark();
  bool going = plan_.sample >= plan_.cell || settle(cell);
  result.settled = simulation_.now() - begin;
  if (going) {
    const Time left = plan_.cell - result.settled;
    const Time span = std::min(sample_span(loaded), left);
    going = measure(span, std::min(left, longest_samples * plan_.sample), result);
  }
  come_to_rest();
  if (in_order(cell)) position_ += written() - before;
  if (const auto broken = simulation_.broken_laws(); !broken.empty())
    throw std::runtime_error("conservation law broken in a cell of " + name_of(cell) + ": " + broken.front());
  return going;
}

std::optional<CellResult> Sampler::run(const Cell& cell, const CellResult* earlier,
                                       const std::string& label) {
  label_ = label;
  CellResult result;
  const bool whole = plan_.sample >= plan_.cell;
  if (!whole && earlier != nullptr &&
      !write(cell, (plan_.cell - earlier->settled - earlier->timed) / 2, earlier->writes_per_second, result))
    return std::nullopt;
  const Time begin = simulation_.now();
  if (!time(cell, result)) return std::nullopt;
  const Time rest = plan_.cell - result.untimed - (simulation_.now() - begin);
  if (!whole && !write(cell, rest, result.writes_per_second, result)) return std::nullopt;
  return result;
}

}  // namespace rainier::pts
