#include "models/host/report/summary.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;

TEST_CASE("The summary is an aligned table of what is asked first") {
  RunReport report;
  JobResult reads;
  reads.name = "randread";
  reads.group_reporting = true;
  reads.direction[0] = {785'000, 785'000ull * 4096, 1_s, {}, {}, {}, {}, {}};
  for (int i = 0; i < 100; ++i) reads.direction[0].clat.add(64);
  JobResult syncs;
  syncs.name = "log";
  syncs.group = 1;
  syncs.runtime = 2_s;
  syncs.direction[1] = {10, 40'960, 2_s, {}, {}, {}, {}, {}};
  syncs.direction[1].clat.add(311'000);
  syncs.sync_lat.add(2'500'000'000);
  report.jobs = {reads, reads, syncs};
  CHECK(
      summary(report) ==
      "job                            IOPS    bandwidth  clat mean       p50       p99     p99.9       max\n"
      "randread (2 jobs)  read   1,570,000  6430.7 MB/s      64 ns     64 ns     64 ns     64 ns     64 ns\n"
      "log                write        5.0     0.0 MB/s   311.0 us  309.2 us  309.2 us  309.2 us  311.0 us\n"
      "log                sync         0.5            -    2.500 s   2.500 s   2.500 s   2.500 s   2.500 "
      "s\n");
}

TEST_CASE("A job without any request is in the summary too") {
  RunReport report;
  report.jobs.resize(1);
  report.jobs[0].name = "idle";
  CHECK(summary(report).find("idle  none   0.0") != std::string::npos);
}

TEST_CASE("The summary tells whether the steady state was reached") {
  RunReport report;
  report.jobs.resize(1);
  report.jobs[0].name = "w";
  report.jobs[0].steady_state.emplace().asked = {fio::SteadyState::Metric::iops_slope, 0.3, true, {}, {}};
  report.jobs[0].steady_state_value = 0.25;
  report.jobs[0].steady_state_attained = true;
  CHECK(summary(report).find("w: steady state attained (0.25 %, limit 0.3 %)\n") != std::string::npos);
}
