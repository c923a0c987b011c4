#include "sim/port/server.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "sim/kernel/ends_process.hpp"
#include "sim/random/philox.hpp"
#include "sim/stats/summary.hpp"

using namespace rainier;
using namespace rainier::literals;

namespace {

/// Mean wait in the queue in units of the mean service, one million Poisson arrivals at utilisation `load`.
template <class Service>
Interval mean_wait(double load, Service&& service) {
  Philox random(1, "queue");
  FifoServer server;
  std::vector<double> waits;
  Time arrival;
  for (int i = 0; i < 1'000'000; ++i) {
    arrival += Time::nearest(random.exponential() * 1e6 / load);
    const Time before = server.waiting();
    server.serve(arrival, Time::nearest(1e6 * service(random)));
    waits.push_back((server.waiting() - before).us());
  }
  return confidence95(batch_means(waits, 20));
}

/// Within three half-widths, about six standard errors, which themselves are small.
void check_close(const Interval& measured, double expected) {
  CHECK(measured.half_width < 0.04 * expected);
  CHECK(measured.mean == Approx(expected).margin(3 * measured.half_width));
}

}  // namespace

TEST_CASE("A request waits for those before it, and not when the server is idle") {
  FifoServer server;
  CHECK(server.serve(0_us, 10_us) == 10_us);
  CHECK(server.serve(4_us, 10_us) == 20_us);
  CHECK(server.serve(50_us, 10_us) == 60_us);
  CHECK(server.served() == 3);
  CHECK(server.busy() == 30_us);
  CHECK(server.waiting() == 6_us);
}

TEST_CASE("A completion is never before the one before it, even for an arrival that is told late") {
  FifoServer server;
  server.serve(10_us, 5_us);
  CHECK(server.serve(2_us, 1_us) == 16_us);
  CHECK(server.free_at() == 16_us);
}

TEST_CASE("Deterministic service waits as M/D/1 says: rho / 2 (1 - rho)") {
  for (const double rho : {0.3, 0.7, 0.85}) {
    const Interval wait = mean_wait(rho, [](Philox&) { return 1.0; });
    check_close(wait, rho / (2 * (1 - rho)));
  }
}

TEST_CASE("Exponential service waits as M/M/1 says: rho / (1 - rho)") {
  for (const double rho : {0.3, 0.7, 0.85}) {
    const Interval wait = mean_wait(rho, [](Philox& random) { return random.exponential(); });
    check_close(wait, rho / (1 - rho));
  }
}

TEST_CASE("The n-th acquire waits for the release of the credit taken n - credits before it") {
  CreditServer credits(2);
  CHECK(credits.acquire(1_us) == 1_us);
  CHECK(credits.acquire(2_us) == 2_us);
  CHECK_FALSE(credits.available());
  credits.release(10_us);
  CHECK(credits.acquire(3_us) == 10_us);
  credits.release(12_us);
  CHECK(credits.acquire(20_us) == 20_us);
  CHECK(credits.waiting() == 7_us);
  CHECK(credits.outstanding() == 2);
}

TEST_CASE("Credits that come back after a fixed time limit the rate to credits per that time") {
  CreditServer credits(8);
  Time granted;
  for (int i = 0; i < 8'000; ++i) {
    granted = credits.acquire(0_us);
    credits.release(granted + 2_us);
  }
  CHECK(granted == 999 * 2_us);
}

TEST_CASE("A credit acquired before its release is known, or released twice, ends the process") {
  CreditServer credits(1);
  CHECK(ends_process([&] { credits.release(1_us); }));
  credits.acquire(1_us);
  CHECK(ends_process([&] { credits.acquire(2_us); }));
  CHECK(ends_process([] { CreditServer none(0); }));
}

TEST_CASE("requests that arrive together are served as if one by one") {
  for (const std::int64_t count : {1, 2, 9}) {
    FifoServer one, together;
    for (const Time arrival : {0_ns, 3_ns, 500_ns}) {  // the second while the first is in service
      Time last;
      for (std::int64_t i = 0; i < count; ++i) last = one.serve(arrival, 7_ns);
      CHECK(together.serve(arrival, 7_ns, count) == last);
    }
    CHECK(together.busy() == one.busy());
    CHECK(together.waiting() == one.waiting());
    CHECK(together.served() == one.served());
  }
}

TEST_CASE("credits that nobody waits for pass together as if one by one") {
  CreditServer one(4), together(4);
  for (int round = 0; round < 7; ++round) {
    const Time at = 100_ns * round;
    REQUIRE(together.free(3, at));
    for (int i = 0; i < 3; ++i) {
      CHECK(one.acquire(at) == at);
      one.release(at + 10_ns + 20_ns * i);
    }
    together.pass(3, at + 10_ns, 20_ns);
    CHECK_FALSE(together.free(5, at + 1_us));
    CHECK_FALSE(together.free(3, at + 10_ns));
    CHECK(together.free(1, at));
  }
  CHECK(together.acquired() == one.acquired());
  CHECK(together.outstanding() == 0);
  const Time busy = 600_ns;  // the next four credits come back as those of the last round did
  for (int i = 0; i < 4; ++i) CHECK(together.acquire(busy) == one.acquire(busy));
  CHECK(together.waiting() == one.waiting());
}
