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
    const Time time = Time::nearest(1e6 * service(random));
    waits.push_back((server.serve(arrival, time) - time - arrival).us());
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
  CHECK(server.busy() == 30_us);
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

TEST_CASE("A credit waits for the return of the one taken as many before it as there are credits") {
  CreditServer credits(2);
  const auto granted = [&credits](Time at, Time use) {
    Time from;
    credits.pass(at, [&](Time start) {
      from = start;
      return start + use;
    });
    return from;
  };
  CHECK(granted(1_us, 9_us) == 1_us);
  CHECK(granted(2_us, 10_us) == 2_us);
  CHECK(granted(3_us, 1_us) == 10_us);  // comes back at 12 us, with the one before it
  CHECK(granted(3_us, 1_us) == 12_us);
  CHECK(granted(11_us, 1_us) == 12_us);
  CHECK(granted(20_us, 1_us) == 20_us);
  CHECK(ends_process([] { CreditServer none(0); }));
}

TEST_CASE("Credits that come back after a fixed time limit the rate to credits per that time") {
  CreditServer credits(8);
  Time back;
  for (int i = 0; i < 8'000; ++i) back = credits.pass(0_us, [](Time granted) { return granted + 2_us; });
  CHECK(back == 1'000 * 2_us);
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
  }
}

TEST_CASE("credits that nobody waits for pass together as if one by one") {
  CreditServer one(4), together(4);
  for (int round = 0; round < 7; ++round) {
    const Time at = 100_ns * round;
    REQUIRE(together.free(3, at));
    for (int i = 0; i < 3; ++i)
      one.pass(at, [&](Time granted) {
        CHECK(granted == at);
        return at + 10_ns + 20_ns * i;
      });
    together.pass(3, at + 10_ns, 20_ns);
    CHECK_FALSE(together.free(5, at + 1_us));
    CHECK_FALSE(together.free(3, at + 10_ns));
    CHECK(together.free(1, at));
  }
  const auto use = [](Time granted) { return granted + 1_ns; };
  for (int i = 0; i < 4; ++i) CHECK(together.pass(600_ns, use) == one.pass(600_ns, use));
}

TEST_CASE("what is squeezed in later holds back nothing that is served before it") {
  FifoServer wire;
  wire.squeeze_in(5_us, 10_ns);
  CHECK(wire.serve(1_us, 1_us) == 2_us);
  wire.squeeze_in(1500_ns, 10_ns);  // the wire is busy then: what waits goes on later
  CHECK(wire.serve(1_us, 1_us) == 3010_ns);
  CHECK(wire.busy() == 2020_ns);
}
