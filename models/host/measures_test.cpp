#include <fmt/format.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "models/host/host_test.hpp"

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;

namespace {

/// An iolog for one test.
class Trace {
 public:
  explicit Trace(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / fmt::format("rainier-trace-{}.log", getpid())) {
    std::ofstream(path_) << text;
  }
  ~Trace() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("slat and clat are the two parts of lat, for every request") {
  const JobResult result = result_of(
      "rw=randrw\nbs=4k\niodepth=8\nnumber_ios=500\nnorandommap\nwrite_lat_log=x\nwrite_bw_log=x\nwrite_iops_"
      "log=x");
  REQUIRE(result.logs.lat.size() == 500);
  REQUIRE(result.logs.slat.size() == 500);
  REQUIRE(result.logs.clat.size() == 500);
  std::uint64_t last = 0;
  double sum[2] = {0, 0};
  for (std::size_t i = 0; i < 500; ++i) {
    CHECK(result.logs.slat[i].value + result.logs.clat[i].value == result.logs.lat[i].value);
    CHECK(result.logs.lat[i].msec >= last);
    CHECK(result.logs.lat[i].block == 4096);
    last = result.logs.lat[i].msec;
    sum[result.logs.lat[i].direction] += static_cast<double>(result.logs.lat[i].value);
  }
  for (std::size_t d = 0; d < 2; ++d) {
    const DirectionResult& direction = result.direction[d];
    CHECK(direction.lat.mean() == Approx(sum[d] / static_cast<double>(direction.ios)));
    CHECK(direction.lat.mean() == Approx(direction.slat.mean() + direction.clat.mean()).margin(1));
    CHECK(direction.lat.count() == direction.ios);
  }
  CHECK(result.logs.bandwidth.size() == 500);
  CHECK(result.logs.iops.size() == 500);
}

TEST_CASE("the stages of all requests add up to their latencies") {
  const auto config = [](auto change) {
    controller::DriveConfig drive = controller::small_drive();
    change(drive);
    return drive;
  };
  const auto drive =
      GENERATE_COPY(config([](auto&) {}),
                    config([](auto& d) { d.controller.acknowledge = controller::Acknowledge::buffer; }),
                    config([](auto& d) {
                      d.power.governor = true;
                      d.power.cap_watts = 10.3;
                    }),
                    config([](auto& d) {
                      d.nand.planes = d.ftl.planes = 2;
                      d.channel.multi_plane = true;
                    }));
  Bench bench("[job]\nrw=randrw\nbssplit=2k/20:4k/40:24k/40\niodepth=24\nnumber_ios=3000\nnorandommap\n",
              Params{}, drive);
  const JobResult result = bench.finish()[0];
  for (std::size_t d = 0; d < 2; ++d) {
    const StageTimes stages = bench.workers().stages(d);
    Time all;
    for (const Time stage : stages.sum) {
      CHECK(stage >= Time());
      all += stage;
    }
    CHECK(stages.requests == result.direction[d].ios);
    // lat is in whole nanoseconds, rounded down.
    const double mean = static_cast<double>(all.ps()) * 1e-3 / static_cast<double>(stages.requests);
    CHECK(mean == Approx(result.direction[d].lat.mean()).margin(1));
  }
}

TEST_CASE("a request costs the host its submission, its interrupt and its completion") {
  const Params params;
  const JobResult result = result_of("rw=randread\nbs=4k\nnumber_ios=1");  // of a page that holds nothing
  const DirectionResult& reads = result.direction[0];
  const Time host = params.submit_time + params.interrupt_time + params.completion_time + params.wakeup_time +
                    params.reap_time;
  CHECK(reads.slat.mean() == static_cast<double>(params.submit_time.ns()));
  CHECK(reads.lat.mean() > static_cast<double>(host.ns()));
  CHECK(reads.lat.mean() < static_cast<double>(host.ns()) + 6'000);
}

TEST_CASE("bandwidth and IOPS are sampled every 500 ms") {
  const JobResult result = result_of("rw=randread\nbs=4k\nrate_iops=1000\ntime_based\nruntime=5");
  const DirectionResult& reads = result.direction[0];
  CHECK(reads.iops.count >= 9);
  CHECK(reads.iops.count <= 10);
  CHECK(reads.iops.mean == Approx(1000).epsilon(0.01));
  CHECK(reads.iops.min == Approx(1000).epsilon(0.01));
  CHECK(reads.bandwidth_kib.mean == Approx(4000).epsilon(0.01));
  CHECK(reads.iops.stddev < 5);
  CHECK(result.direction[1].iops.count == 0);
}

TEST_CASE("log_avg_msec gives a line a window") {
  const JobResult result = result_of(
      "rw=randread\nbs=4k\nrate_iops=1000\ntime_based\nruntime=1\nlog_avg_msec=100\nwrite_iops_log=x\nwrite_"
      "lat_log=x");
  CHECK(result.logs.iops.size() == 10);
  for (const LogLine& line : result.logs.iops)
    CHECK(static_cast<double>(line.value) == Approx(1000).margin(11));
  CHECK(result.logs.lat.size() >= 10);
  CHECK(result.logs.lat.size() <= 11);
}

TEST_CASE("statistics that are forgotten midway begin anew") {
  Bench bench(
      "[job]\nrw=randread\nbs=4k\nrate_iops=1000\ntime_based\nruntime=20\nsteadystate=iops:1%\n"
      "steadystate_duration=4\n");
  bench.run(1_s + 250_ms);
  bench.workers().reset_statistics();
  const JobResult result = bench.finish()[0];
  CHECK(result.steady_state_attained);
  for (const std::uint64_t sample : result.steady_state->iops) CHECK(sample < 2'000);
  CHECK(static_cast<double>(ios(result)) / result.runtime.seconds() == Approx(1000).epsilon(0.01));
}

TEST_CASE("a trace of version 3 is replayed at its times in microseconds, also scaled or without them") {
  std::string text = "fio version 3 iolog\n0 /dev/x add\n0 /dev/x open\n";
  for (int i = 0; i < 100; ++i)
    text += fmt::format("{} /dev/x {} {} 4096\n", 10'000 * i, i % 2 == 0 ? "write" : "read", 4096 * i);
  text += "1000000 /dev/x close\n";
  const Trace trace(text);
  const std::string job = "[job]\nread_iolog=" + trace.path() + "\niodepth=4\n";
  const auto runtime = [](const std::string& options) {
    const JobResult result = Bench(options).finish()[0];
    CHECK(result.direction[0].ios == 50);
    CHECK(result.direction[1].ios == 50);
    return result.runtime.seconds();
  };
  CHECK(runtime(job) == Approx(0.990).margin(0.001));
  CHECK(runtime(job + "replay_time_scale=50\n") == Approx(1.980).margin(0.001));
  CHECK(runtime(job + "replay_no_stall=1\n") < 0.03);
}
