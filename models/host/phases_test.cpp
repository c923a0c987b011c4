#include "models/host/host_test.hpp"

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;

TEST_CASE("numjobs runs so many clones, each with the whole of the work") {
  const auto results = results_of("rw=randwrite\nbs=4k\nnumjobs=3\nnumber_ios=50\niodepth=4");
  REQUIRE(results.size() == 3);
  for (const JobResult& result : results) CHECK(result.direction[1].ios == 50);
}

TEST_CASE("a stonewalled job begins when all before it have ended") {
  Bench bench(
      "[global]\nbs=4k\nnumber_ios=20\n[a]\nrw=randwrite\n[b]\nrw=randwrite\nnumber_ios=60\n[c]\nstonewall\n"
      "rw=randread\nwrite_lat_log=x\n[d]\nstonewall\nrw=randwrite\n");
  std::uint64_t most = 0;
  while (!bench.workers().done()) {
    bench.run(10_us);
    const auto now = bench.workers().results();
    if (now[2].direction[0].ios > 0) CHECK(now[0].direction[1].ios + now[1].direction[1].ios == 80);
    if (now[3].direction[1].ios > 0) CHECK(now[2].direction[0].ios == 20);
    most = std::max(most, now[3].direction[1].ios);
  }
  CHECK(most == 20);
  CHECK(bench.finish()[3].group != bench.finish()[0].group);
}

TEST_CASE("startdelay postpones a job, and is no part of its runtime") {
  Bench bench("[job]\nrw=randwrite\nbs=4k\nnumber_ios=1\nstartdelay=3\n");
  const JobResult result = bench.finish()[0];
  CHECK(bench.now() > 3_s);
  CHECK(bench.now() < 3_s + 1_ms);
  CHECK(result.runtime < 1_ms);
}

TEST_CASE("a range of startdelay draws for each clone") {
  Bench bench("[job]\nrw=randwrite\nbs=4k\nnumber_ios=1\nnumjobs=8\nstartdelay=1-2\n");
  bench.run(1_s - 1_us);
  CHECK(bench.workers().issued() == 0);
  bench.run(500_ms);
  CHECK(bench.workers().issued() > 0);
  CHECK(bench.workers().issued() < 8);
  bench.finish();
  CHECK(bench.now() < 2_s + 1_ms);
}

TEST_CASE("runtime ends a job after its time, time_based repeats its work until then") {
  const auto time_based = GENERATE(false, true);
  const JobResult result =
      result_of(std::string("rw=write\nbs=4k\nsize=64k\nruntime=20ms\n") + (time_based ? "time_based" : ""));
  if (time_based) {
    CHECK(result.runtime >= 20_ms);
    CHECK(result.runtime < 20_ms + 300_us);  // the request under way
    CHECK(result.direction[1].ios > 16);
  } else {
    CHECK(result.direction[1].ios == 16);
  }
}

TEST_CASE("what happens in the ramp_time is not counted") {
  const JobResult plain = result_of("rw=randwrite\nbs=4k\ntime_based\nruntime=50ms\niodepth=8");
  Bench bench("[job]\nrw=randwrite\nbs=4k\ntime_based\nruntime=50ms\nramp_time=100ms\niodepth=8\n");
  const JobResult result = bench.finish()[0];
  CHECK(bench.now() >= 150_ms);
  CHECK(result.runtime.seconds() == Approx(0.05).epsilon(0.02));
  CHECK(bench.workers().finished() > 2 * ios(result));
  CHECK(static_cast<double>(ios(result)) == Approx(static_cast<double>(ios(plain))).epsilon(0.05));
  CHECK(result.direction[1].lat.count() == ios(result));
}

TEST_CASE("loops repeat the work, number_ios cuts it") {
  CHECK(ios(result_of("rw=write\nbs=4k\nsize=64k\nloops=3")) == 48);
  CHECK(ios(result_of("rw=write\nbs=4k\nsize=64k\nnumber_ios=5")) == 5);
}

TEST_CASE("exitall ends the others with the first, as far as exit_what says") {
  const std::string short_job = "[short]\nrw=randwrite\nbs=4k\nnumber_ios=10\nexitall\n";
  const std::string long_job = "rw=randwrite\nbs=4k\nnumber_ios=200000\nnorandommap\n";
  SECTION("its own group") {
    const auto results =
        Bench(short_job + "[long]\n" + long_job + "[other]\nnew_group\nnumber_ios=50\nrw=write\nbs=4k\n")
            .finish();
    CHECK(ios(results[0]) == 10);
    CHECK(ios(results[1]) < 20);
    CHECK(ios(results[2]) == 50);
  }
  SECTION("all jobs, those that have not begun as well") {
    const auto results = Bench(short_job + "exit_what=all\n[long]\n" + long_job +
                               "[other]\nstonewall\nrw=write\nbs=4k\nnumber_ios=50\n")
                             .finish();
    CHECK(ios(results[1]) < 20);
    CHECK(ios(results[2]) == 0);
  }
  SECTION("what runs now, up to the next stonewall") {
    const auto results = Bench(short_job + "exit_what=stonewall\n[long]\n" + long_job +
                               "[other]\nstonewall\nrw=write\nbs=4k\nnumber_ios=50\n")
                             .finish();
    CHECK(ios(results[1]) < 20);
    CHECK(ios(results[2]) == 50);
  }
  SECTION("one clone ends the others of its job") {
    const auto results = results_of("rw=randwrite\nbs=4k\nnumjobs=4\nthinktime=10\nnumber_ios=100\nexitall");
    for (const JobResult& result : results) CHECK(ios(result) <= 100);
  }
}

TEST_CASE("steadystate ends the run once the rate holds still") {
  const std::string job =
      "rw=randread\nbs=4k\nrate_iops=500\ntime_based\nruntime=100\nsteadystate_duration=3\n";
  const JobResult steady = result_of(job + "steadystate=iops:5%");
  CHECK(steady.steady_state_attained);
  CHECK(steady.runtime.seconds() == Approx(3).margin(0.1));
  CHECK(steady.steady_state->iops.size() == 3);
  const JobResult later = result_of(job + "steadystate=iops_slope:5%\nsteadystate_ramp_time=2");
  CHECK(later.steady_state_attained);
  CHECK(later.runtime.seconds() == Approx(5).margin(0.1));
}
