#include "validation/oracles/open_queue.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <random>
#include <stdexcept>

using namespace rainier::oracle;

namespace {

/// Exponential and uniform variates that are the same on every standard library.
class Stream {
 public:
  explicit Stream(unsigned seed) : bits_(seed) {}
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double exponential(double mean) { return -mean * std::log1p(-uniform()); }

 private:
  std::mt19937_64 bits_;
};

/// Mean waiting in a single-server FIFO queue by Lindley's recursion.
template <typename Service>
double lindley(double lambda, int jobs, Service service) {
  Stream arrivals(1);
  double waiting = 0;
  double sum = 0;
  for (int i = 0; i < jobs; ++i) {
    sum += waiting;
    waiting = std::max(0.0, waiting + service() - arrivals.exponential(1 / lambda));
  }
  return sum / jobs;
}

/// Mean waiting of two classes with constant service, served by priority without interruption.
std::array<double, 2> two_priorities(std::array<double, 2> lambda, std::array<double, 2> service,
                                     double end) {
  Stream stream(2);
  std::array<std::deque<double>, 2> queue;
  std::array<double, 2> next{stream.exponential(1 / lambda[0]), stream.exponential(1 / lambda[1])};
  std::array<double, 2> sum{};
  std::array<double, 2> count{};
  double now = 0;
  while (now < end) {
    for (const auto c : {0U, 1U})
      for (; next[c] <= now; next[c] += stream.exponential(1 / lambda[c])) queue[c].push_back(next[c]);
    if (queue[0].empty() && queue[1].empty()) {
      now = std::min(next[0], next[1]);
      continue;
    }
    const auto c = queue[0].empty() ? 1U : 0U;
    sum[c] += now - queue[c].front();
    count[c] += 1;
    queue[c].pop_front();
    now += service[c];
  }
  return {sum[0] / count[0], sum[1] / count[1]};
}

}  // namespace

TEST_CASE("M/D/1 waits half as long as M/M/1") {
  for (const double rho : {0.1, 0.5, 0.9}) {
    CHECK(mm1_waiting(rho, 1) == Approx(rho / (1 - rho)));
    CHECK(md1_waiting(rho, 1) == Approx(rho / (2 * (1 - rho))));
  }
}

TEST_CASE("M/D/1 and M/M/1 agree with Lindley's recursion") {
  Stream services(3);
  CHECK(md1_waiting(0.8, 1) == Approx(lindley(0.8, 4'000'000, [] { return 1.0; })).epsilon(0.02));
  CHECK(mm1_waiting(0.7, 1) ==
        Approx(lindley(0.7, 4'000'000, [&] { return services.exponential(1); })).epsilon(0.02));
}

TEST_CASE("half of the jobs leave M/M/1 within ln 2 of the mean residence") {
  CHECK(mm1_residence_quantile(0.5, 1, 0.5) == Approx(2 * std::log(2)));
  CHECK(mm1_residence_quantile(0.5, 1, 0.99) == Approx(2 * std::log(100)));
}

TEST_CASE("Erlang's formulas take their textbook values") {
  CHECK(erlang_b(1, 1) == Approx(0.5));
  CHECK(erlang_b(10, 5) == Approx(0.01838).epsilon(1e-3));
  CHECK(erlang_c(2, 1) == Approx(1.0 / 3));
  CHECK(erlang_c(10, 8) == Approx(0.4092).epsilon(1e-3));
}

TEST_CASE("M/M/c with one server is M/M/1") { CHECK(mmc_waiting(0.7, 1, 1) == Approx(mm1_waiting(0.7, 1))); }

TEST_CASE("priorities do not change the waiting that load conserves") {
  // Kleinrock's conservation law: the load-weighted waiting is that of FIFO.
  const std::vector<PriorityClass> classes{{0.2, 1, 1}, {0.1, 2, 8}, {0.05, 6, 50}};
  const auto waiting = cobham_waiting(classes);
  double conserved = 0;
  double residual = 0;
  double load = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    conserved += classes[i].lambda * classes[i].service * waiting[i];
    residual += classes[i].lambda * classes[i].second_moment / 2;
    load += classes[i].lambda * classes[i].service;
  }
  CHECK(conserved == Approx(load * residual / (1 - load)));
  CHECK(std::is_sorted(waiting.begin(), waiting.end()));
}

TEST_CASE("one priority class is M/G/1") {
  CHECK(cobham_waiting({{0.6, 1, 1.5}})[0] == Approx(mg1_waiting(0.6, 1, 1.5)));
}

TEST_CASE("reads that overtake writes wait as Cobham says") {
  const auto simulated = two_priorities({0.4, 0.04}, {1, 10}, 2e7);
  const auto expected = cobham_waiting({{0.4, 1, 1}, {0.04, 10, 100}});
  CHECK(simulated[0] == Approx(expected[0]).epsilon(0.02));
  CHECK(simulated[1] == Approx(expected[1]).epsilon(0.02));
}

TEST_CASE("Little's law counts 256 outstanding at 785,000 a second of 326 us") {
  CHECK(little(785e3, 326.1e-6) == Approx(256).epsilon(1e-3));
}

TEST_CASE("a queue at full load has no mean waiting") {
  CHECK_THROWS_AS(md1_waiting(1, 1), std::domain_error);
  CHECK_THROWS_AS(mmc_waiting(4, 1, 4), std::domain_error);
  CHECK_THROWS_AS(cobham_waiting({{0.5, 1, 1}, {0.5, 1, 1}}), std::domain_error);
}
