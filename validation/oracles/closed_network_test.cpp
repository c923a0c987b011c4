#include "validation/oracles/closed_network.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "validation/oracles/open_queue.hpp"

using namespace rainier::oracle;

namespace {

/// 4 KiB reads of a P320h: 512 dies at 25 us, 32 channels at 27.15 us, the link at 1.274 us, a host of 14 us.
const ClosedNetwork reads{{{25e-6, 512}, {27.15e-6, 32}, {1.274e-6, 1}}, 14e-6};

}  // namespace

TEST_CASE("mean value analysis gives the reference curve of reads against queue depth") {
  struct Point {
    int depth;
    double kiops;
  };
  for (const Point p : {Point{1, 15}, Point{4, 58}, Point{16, 217}, Point{32, 391}, Point{64, 627},
                        Point{128, 783}, Point{256, 785}}) {
    CAPTURE(p.depth);
    CHECK(mva(reads, p.depth).throughput / 1e3 == Approx(p.kiops).margin(0.5).epsilon(0));
  }
}

TEST_CASE("constant service lies between mean value analysis and the operational bound") {
  struct Point {
    int depth;
    double kiops;
  };
  for (const Point p : {Point{16, 227}, Point{32, 427}, Point{64, 717}}) {
    CAPTURE(p.depth);
    const double constant = constant_service_throughput(reads, p.depth, 200'000, 1);
    CHECK(constant / 1e3 == Approx(p.kiops).epsilon(0.01));
    CHECK(constant > mva(reads, p.depth).throughput);
    CHECK(constant < throughput_bound(reads, p.depth));
  }
}

TEST_CASE("one job alone never queues") {
  CHECK(mva(reads, 1).throughput == Approx(1 / round_trip(reads)));
  CHECK(constant_service_throughput(reads, 1, 1000, 1) == Approx(1 / round_trip(reads)));
  CHECK(throughput_bound(reads, 1) == Approx(1 / round_trip(reads)));
}

TEST_CASE("the link bounds reads at 785,000 a second however deep the queue") {
  CHECK(throughput_bound(reads, 100'000) == Approx(785e3).epsilon(1e-3));
  const auto deep = mva(reads, 1024);
  CHECK(deep.utilisation[2] == Approx(1).epsilon(1e-6));
  CHECK(deep.throughput <= throughput_bound(reads, 1024) * (1 + 1e-12));
}

TEST_CASE("one server with thinking jobs is the machine-repair model") {
  // Utilisation is 1 - Erlang B of N servers at Z/S erlangs: a thinking job is a busy server of the dual
  // system.
  for (const int jobs : {1, 4, 20})
    CHECK(mva({{{1, 1}}, 8}, jobs).utilisation[0] == Approx(1 - erlang_b(jobs, 8)).epsilon(1e-10));
}

TEST_CASE("balanced stations without thinking share N jobs as N / (N + M - 1)") {
  CHECK(mva({{{1, 1}, {1, 1}, {1, 1}}, 0}, 5).throughput == Approx(5.0 / 7));
}

TEST_CASE("jobs in the stages and jobs thinking add up to the queue depth") {
  const int depth = 96;
  const auto result = mva(reads, depth);
  double present = little(result.throughput, reads.think);
  for (std::size_t i = 0; i < reads.stages.size(); ++i) present += result.queue[i] * reads.stages[i].count;
  CHECK(present == Approx(depth));
}
