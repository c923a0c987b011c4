#include "models/host/report/run_report.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;

namespace {

JobResult job(const std::string& name, std::uint32_t group, bool group_reporting) {
  JobResult result;
  result.name = name;
  result.group = group;
  result.group_reporting = group_reporting;
  result.options = {{"name", name}};
  return result;
}

}  // namespace

TEST_CASE("Jobs of a group with group_reporting are one entry, of the first's name and the last's options") {
  RunReport report;
  report.jobs = {job("a", 0, true), job("b", 0, true), job("c", 1, true), job("d", 1, true)};
  report.jobs[1].iodepth = 8;
  const auto entries = reported_jobs(report);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].clones == 2);
  CHECK(entries[0].result.name == "a");
  CHECK(entries[0].result.options == report.jobs[1].options);
  CHECK(entries[0].result.iodepth == 8);
  CHECK(entries[1].result.name == "c");
  CHECK(entries[1].result.group == 1);
}

TEST_CASE("Without group_reporting each clone is an entry") {
  RunReport report;
  report.jobs = {job("a", 0, false), job("a", 0, false)};
  CHECK(reported_jobs(report).size() == 2);
}

TEST_CASE("A group adds bytes and rates, merges latencies and takes the longest run time") {
  RunReport report;
  report.jobs = {job("a", 0, true), job("a", 0, true)};
  report.jobs[0].direction[0] = {10, 40'960, 1_s, {}, {}, {}, {2, 10, 20, 15, 3}, {}};
  report.jobs[1].direction[0] = {30, 122'880, 2_s, {}, {}, {}, {3, 100, 200, 150, 4}, {}};
  report.jobs[0].direction[0].clat.add(100);
  report.jobs[1].direction[0].clat.add(300);
  report.jobs[0].depth_level = {10, 0, 0, 0, 0, 0, 0};
  report.jobs[1].depth_level = {0, 30, 0, 0, 0, 0, 0};
  const JobResult merged = reported_jobs(report).at(0).result;
  const DirectionResult& read = merged.direction[0];
  CHECK(read.ios == 40);
  CHECK(read.bytes == 163'840);
  CHECK(read.runtime == 2_s);
  CHECK(read.clat.count() == 2);
  CHECK(read.clat.mean() == 200);
  CHECK(read.bandwidth_kib.count == 5);
  CHECK(read.bandwidth_kib.min == 110);
  CHECK(read.bandwidth_kib.max == 220);
  CHECK(read.bandwidth_kib.mean == 165);
  CHECK(read.bandwidth_kib.stddev == Approx(3.2015621187));  // sqrt((1 * 9 + 2 * 16) / 4)
  CHECK(merged.depth_level == std::array<std::uint64_t, 7>{10, 30, 0, 0, 0, 0, 0});
}

TEST_CASE("A group's processor share is weighted by run time") {
  RunReport report;
  report.jobs = {job("a", 0, true), job("a", 0, true)};
  report.jobs[0].runtime = 1_s;
  report.jobs[0].user_cpu_percent = 10;
  report.jobs[1].runtime = 3_s;
  report.jobs[1].user_cpu_percent = 50;
  const JobResult merged = reported_jobs(report).at(0).result;
  CHECK(merged.user_cpu_percent == Approx(40));
  CHECK(merged.runtime == 4_s);  // as fio's job_runtime
}

TEST_CASE("The bandwidth of a group is that of its jobs over the longest of their run times") {
  RunReport report;
  report.jobs = {job("a", 0, false), job("b", 0, false), job("c", 1, false)};
  report.jobs[0].direction[1] = {1, 3'000, 1_s, {}, {}, {}, {}, {}};
  report.jobs[1].direction[1] = {1, 5'000, 2_s, {}, {}, {}, {}, {}};
  report.jobs[2].direction[1] = {1, 9'000, 1_s, {}, {}, {}, {}, {}};
  CHECK(group_bandwidths(report).at(0)[1] == 4'000);
  CHECK(group_bandwidths(report).at(0)[0] == 0);
}

TEST_CASE("A rate over no time is zero") { CHECK(per_second(10, Time{}) == 0); }
