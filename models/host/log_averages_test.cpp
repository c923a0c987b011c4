#include "models/host/log_averages.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace rainier::host;

namespace {

/// The lines as fio writes them: time, value, direction, block, priority.
std::string text(const std::vector<LogLine>& lines) {
  std::string all;
  for (const LogLine& line : lines)
    all += std::to_string(line.msec) + ", " + std::to_string(line.value) + ", " +
           std::to_string(line.direction) + ", " + std::to_string(line.block) + ", 0\n";
  return all;
}

using Statistic = LatencyAverages::Statistic;
using Quantity = RateAverages::Quantity;

}  // namespace

TEST_CASE("A latency window closes with the first request at or after its end, which counts in") {
  const std::vector<LogLine> requests{{10, 100, 0, 4096, 0}, {90, 201, 0, 4096, 0}, {104, 300, 0, 4096, 0},
                                      {199, 50, 0, 4096, 0}, {200, 70, 0, 4096, 0}, {250, 7, 0, 4096, 0}};
  // (100 + 201 + 300) / 3 = 200.3; (50 + 70) / 2 = 60; the rest closes at the end of the job.
  CHECK(text(average_latencies(requests, 100, 260, Statistic::mean)) ==
        "104, 200, 0, 0, 0\n200, 60, 0, 0, 0\n260, 7, 0, 0, 0\n");
  CHECK(text(average_latencies(requests, 100, 260, Statistic::maximum)) ==
        "104, 300, 0, 0, 0\n200, 70, 0, 0, 0\n260, 7, 0, 0, 0\n");
}

TEST_CASE("Each direction has latency windows of its own") {
  const std::vector<LogLine> requests{
      {50, 10, 0, 512, 0}, {60, 1000, 1, 512, 0}, {100, 3000, 1, 512, 0}, {101, 20, 0, 512, 0}};
  CHECK(text(average_latencies(requests, 100, 150, Statistic::mean)) ==
        "100, 2000, 1, 0, 0\n101, 15, 0, 0, 0\n");
}

TEST_CASE("The mean of a latency window is rounded to nearest, a half up") {
  CHECK(text(average_latencies({{1, 1, 0, 1, 0}, {2, 2, 0, 1, 0}}, 100, 100, Statistic::mean)) ==
        "100, 2, 0, 0, 0\n");
}

TEST_CASE("Rates are what was completed in a window, per second") {
  std::vector<LogLine> requests;
  for (std::uint64_t msec = 0; msec < 250; ++msec) requests.push_back({msec, 0, 0, 10240, 0});
  requests.insert(requests.begin() + 150, {149, 0, 1, 4096, 0});
  // 1,000 reads of 10 KiB a second; one write of 4 KiB in the window from 100 to 200 ms; 200 to 250 is no
  // window.
  CHECK(text(average_rates(requests, 100, 250, Quantity::iops)) ==
        "100, 1000, 0, 0, 0\n200, 1000, 0, 0, 0\n200, 10, 1, 0, 0\n");
  CHECK(text(average_rates(requests, 100, 250, Quantity::bandwidth_kib)) ==
        "100, 10000, 0, 0, 0\n200, 10000, 0, 0, 0\n200, 40, 1, 0, 0\n");
}

TEST_CASE("Windows without a request give no line") {
  const std::vector<LogLine> requests{{5, 9, 0, 1024, 0}, {805, 9, 0, 1024, 0}};
  CHECK(text(average_rates(requests, 100, 900, Quantity::iops)) == "100, 10, 0, 0, 0\n900, 10, 0, 0, 0\n");
  CHECK(average_rates({}, 100, 900, Quantity::iops).empty());
  CHECK(average_latencies({}, 100, 900, Statistic::mean).empty());
}

TEST_CASE("syncs are no direction of their own: fio logs none, and neither do averages") {
  const std::vector<LogLine> requests{{5, 9, 0, 1024, 0}, {6, 1'000, 3, 0, 0}, {7, 1'000, 4, 0, 0}};
  CHECK(text(average_latencies(requests, 100, 100, Statistic::mean)) == "100, 9, 0, 0, 0\n");
  CHECK(text(average_rates(requests, 100, 100, Quantity::iops)) == "100, 10, 0, 0, 0\n");
}
