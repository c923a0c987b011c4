#include "tools/rainier/streaming.hpp"

#include <catch2/catch.hpp>

using namespace rainier::tool;

namespace {

/// A drive that writes at these rates, a second each, looked at every 10 ms.
std::vector<Written> drive(const std::vector<double>& rates) {
  std::vector<Written> written{{0, 0}};
  for (const double rate : rates)
    for (int i = 0; i < 100; ++i)
      written.push_back({written.back().seconds + 0.01, written.back().bytes + rate * 0.01});
  return written;
}

}  // namespace

TEST_CASE("a drive that keeps the rate needs no more of a buffer than one look apart") {
  CHECK(backlog(drive({200}), 100) == Approx(1));
}

TEST_CASE("a pause leaves what came in meanwhile, and speed after it works it off") {
  CHECK(backlog(drive({200, 0, 200, 200}), 100) == Approx(101));
  CHECK(backlog(drive({200, 0, 150, 0}), 100) == Approx(150));
}

TEST_CASE("a drive that was ahead has nothing to save it from the next pause") {
  CHECK(backlog(drive({1000, 0}), 100) == Approx(100));
}

TEST_CASE("a rate above what is sustained leaves C (1 - sustained / rate) at the end of a run") {
  const double capacity = 1e6;
  CHECK(buffer_of_run(drive({100, 100}), 125, capacity) == Approx(capacity * 0.2));
  CHECK(buffer_of_run(drive({100, 100}), 99, capacity) == Approx(0.99));
}

TEST_CASE("the published buffer above the knee implies the published rate") {
  // Tom's Hardware, P320h: 2,025 MB/s need 6,310 to 6,815 MB over 700 GB, so it sustains 2,005 to 2,007 MB/s.
  CHECK(buffer_of_run(drive({2006.7e6}), 2025e6, 700e9) == Approx(6310e6).epsilon(0.01));
}
