#include <fmt/format.h>

#include <cmath>

#include "models/host/host_test.hpp"

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;

namespace {

double rate_of(const JobResult& result, std::size_t direction) {
  return static_cast<double>(result.direction[direction].ios) / result.runtime.seconds();
}

}  // namespace

TEST_CASE("rate_iops holds each direction at its own rate") {
  const JobResult result =
      result_of("rw=randrw\nbs=4k\niodepth=16\ntime_based\nruntime=2\nrate_iops=3000,1000");
  CHECK(rate_of(result, 0) == Approx(3000).epsilon(0.01));
  CHECK(rate_of(result, 1) == Approx(1000).epsilon(0.01));
}

TEST_CASE("rate holds the bytes a second, whatever the block sizes") {
  const JobResult result =
      result_of("rw=randread\nbssplit=4k/50:16k/50\niodepth=16\ntime_based\nruntime=2\nrate=20m");
  CHECK(static_cast<double>(result.direction[0].bytes) / result.runtime.seconds() ==
        Approx(20 * 1024 * 1024).epsilon(0.01));
}

TEST_CASE("poisson arrivals keep the mean rate, with gaps of exponential spread") {
  const JobResult result = result_of(
      "rw=randread\nbs=4k\niodepth=64\ntime_based\nruntime=20\nrate_iops=1000\nrate_process=poisson\nwrite_"
      "lat_log=x\n"
      "log_avg_msec=0");
  CHECK(rate_of(result, 0) == Approx(1000).epsilon(0.025));  // 20,000 arrivals: a standard deviation is 0.7 %
  // Arrivals in windows of 10 ms: mean and variance of a Poisson count agree.
  std::vector<double> counts(2'000, 0);
  for (const LogLine& line : result.logs.lat)
    if (line.msec / 10 < counts.size()) ++counts[line.msec / 10];
  double mean = 0, squares = 0;
  for (const double n : counts) mean += n / 2'000;
  for (const double n : counts) squares += (n - mean) * (n - mean) / 2'000;
  CHECK(squares / mean == Approx(1).margin(0.15));
}

TEST_CASE("a rate that the drive cannot reach limits nothing") {
  const JobResult free_running = result_of("rw=randwrite\nbs=4k\ntime_based\nruntime=100ms");
  const JobResult limited = result_of("rw=randwrite\nbs=4k\ntime_based\nruntime=100ms\nrate_iops=1000000");
  CHECK(ios(limited) == ios(free_running));
}

TEST_CASE("thinktime comes after every block, or after so many") {
  const auto blocks = GENERATE(1, 4);
  const std::string think =
      fmt::format("rw=write\nbs=4k\nnumber_ios=40\nthinktime=10ms\nthinktime_blocks={}\n", blocks);
  const double pauses = 40.0 / blocks;
  const JobResult plain = result_of("rw=write\nbs=4k\nnumber_ios=40");
  const JobResult paused = result_of(think);
  // The pause after the last block is not waited for, or it is: fio's own runs differ by that one.
  CHECK((paused.runtime - plain.runtime).seconds() == Approx(pauses * 0.010).margin(0.0105));
  const JobResult deep = result_of(think + "iodepth=16");
  CHECK(deep.runtime.seconds() >= (pauses - 1) * 0.010);
}

TEST_CASE("both kinds of thinktime_blocks_type pause alike: the blocks go out together and are waited for") {
  const std::string think =
      "rw=randread\nbs=4k\niodepth=8\nnumber_ios=80\nthinktime=1ms\nthinktime_blocks=4\n";
  CHECK(result_of(think + "thinktime_blocks_type=issue").runtime ==
        result_of(think + "thinktime_blocks_type=complete").runtime);
}

TEST_CASE("thinktime_spin keeps the core busy for its part of the pause") {
  const std::string think = "rw=write\nbs=4k\nnumber_ios=40\nthinktime=10ms\n";
  const JobResult asleep = result_of(think);
  const JobResult spinning = result_of(think + "thinktime_spin=5ms");
  CHECK(spinning.runtime.seconds() == Approx(asleep.runtime.seconds()).epsilon(0.01));
  CHECK(asleep.system_cpu_percent < 5);
  CHECK(spinning.system_cpu_percent == Approx(49).margin(2));
}

TEST_CASE("thinktime_iotime pauses after so long a time of I/O, not after blocks") {
  const JobResult result =
      result_of("rw=randread\nbs=4k\ntime_based\nruntime=10\nthinktime=1s\nthinktime_iotime=1s");
  const JobResult free_running = result_of("rw=randread\nbs=4k\ntime_based\nruntime=10");
  CHECK(static_cast<double>(ios(result)) ==
        Approx(0.5 * static_cast<double>(ios(free_running))).epsilon(0.02));
}

TEST_CASE("a job that keeps its rate_min goes on, one that does not ends with an error") {
  const std::string job = "rw=randread\nbs=4k\ntime_based\nruntime=10\nrate_iops=1000\n";
  const JobResult kept = result_of(job + "rate_iops_min=900");
  CHECK(kept.error == 0);
  CHECK(kept.runtime.seconds() == Approx(10).epsilon(0.01));
  const JobResult missed = result_of("rw=randwrite\nbs=4k\ntime_based\nruntime=10\nrate_iops_min=5000");
  CHECK(missed.error == 5);  // EIO, as fio has it
  CHECK_THAT(missed.error_text,
             Catch::Contains("rate_iops_min=5000 not met, got 3"));  // a write takes 260 us and more
  CHECK(missed.runtime.seconds() == Approx(3).margin(0.01));
  const JobResult bytes = result_of(job + "rate_cycle=500\nrate_min=5m");
  CHECK_THAT(bytes.error_text, Catch::Contains("rate_min=5242880B/s not met, got 409"));
  CHECK(bytes.runtime.seconds() == Approx(2.5).margin(0.01));
}

TEST_CASE("workers that share a core use no more than that core, and take turns") {
  Params params;
  params.cores = 1;
  Bench bench("[job]\nrw=randread\nbs=4k\niodepth=8\ntime_based\nruntime=20ms\nnumjobs=4\n", params);
  const auto results = bench.finish();
  const double elapsed = bench.now().seconds();
  CHECK(bench.workers().core_busy().seconds() <= elapsed * 1.001);
  CHECK(bench.workers().core_busy().seconds() > 0.95 * elapsed);
  for (const JobResult& result : results)
    CHECK(static_cast<double>(ios(result)) == Approx(static_cast<double>(ios(results[0]))).epsilon(0.1));
}
