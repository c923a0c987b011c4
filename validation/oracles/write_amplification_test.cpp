#include "validation/oracles/write_amplification.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

using namespace rainier::oracle;

namespace {

// Three printed decimals, the last of which may have been rounded either way.
Approx printed(double value) { return Approx(value).margin(6e-4).epsilon(0); }

}  // namespace

TEST_CASE("the closed forms give the reference table of write amplification") {
  struct Row {
    double op, fifo, greedy64, greedy128, random;
  };
  for (const Row row : {Row{0.07, 7.817, 7.001, 7.386, 15.286}, Row{0.10, 5.678, 5.242, 5.451, 11.000},
                        Row{0.20, 3.188, 3.053, 3.119, 6.000}, Row{0.30, 2.364, 2.293, 2.328, 4.333},
                        Row{0.374, 2.041, 1.990, 2.015, 3.674}, Row{0.594, 1.566, 1.537, 1.551, 2.684},
                        Row{1.00, 1.255, 1.239, 1.247, 2.000}}) {
    CAPTURE(row.op);
    CHECK(fifo(row.op) == printed(row.fifo));
    CHECK(greedy(row.op, 64) == printed(row.greedy64));
    CHECK(greedy(row.op, 128) == printed(row.greedy128));
    CHECK(random_victim(row.op) == printed(row.random));
  }
}

TEST_CASE("the mean-field fixed point gives the reference table for 2 and 10 choices of 128-page units") {
  struct Row {
    double op, two, ten;
  };
  for (const Row row : {Row{0.07, 10.475, 7.650}, Row{0.10, 7.613, 5.627}, Row{0.20, 4.236, 3.205},
                        Row{0.30, 3.103, 2.387}, Row{0.374, 2.654, 2.063}, Row{0.594, 1.984, 1.583}}) {
    CAPTURE(row.op);
    CHECK(d_choices(row.op, 2, 128) == printed(row.two));
    CHECK(d_choices(row.op, 10, 128) == printed(row.ten));
  }
}

TEST_CASE("one choice is a random victim, whatever the size of a unit") {
  for (const double op : {0.07, 0.374, 1.0})
    for (const int b : {1, 16, 128}) CHECK(d_choices(op, 1, b) == Approx(random_victim(op)).epsilon(1e-9));
}

TEST_CASE("more choices fall towards the write amplification of greedy") {
  for (const double op : {0.1, 0.374, 1.0}) {
    CAPTURE(op);
    CHECK(d_choices(op, 4096, 64) == Approx(greedy(op, 64)).epsilon(0.005));
    CHECK(d_choices(op, 10, 64) > d_choices(op, 100, 64));
    CHECK(d_choices(op, 100, 64) > d_choices(op, 4096, 64));
  }
}

TEST_CASE(
    "Desnoyers's greedy and the mean-field limit differ by under 0.2 % for units of 64 pages and more") {
  for (const double op : {0.07, 0.1, 0.2, 0.374, 1.0})
    for (const int b : {64, 128, 256}) {
      CAPTURE(op, b);
      CHECK(greedy(op, b) == Approx(greedy_mean_field(op, b)).epsilon(0.002));
    }
}

TEST_CASE("greedy grows towards FIFO as units grow") {
  CHECK(greedy(0.2, 64) < greedy(0.2, 1024));
  CHECK(greedy(0.2, 1 << 20) == Approx(fifo(0.2)).epsilon(1e-5));
}

TEST_CASE("FIFO satisfies the survival equation it comes from") {
  // A page survives a pass of the log, alpha / A drive writes long, with probability 1 - 1/A = e^(-alpha/A).
  for (const double op : {0.01, 0.07, 0.374, 2.0}) {
    const double a = fifo(op);
    CHECK(std::exp(-(1 + op) / a) == Approx(1 - 1 / a).epsilon(1e-9));
  }
}

TEST_CASE("hot and cold in one FIFO log give the published values at a spare factor of 0.07") {
  const double op = op_of_spare_factor(0.07);
  CHECK(hot_cold_fifo(op, {.writes = 0.8, .pages = 0.2}) == Approx(7.68).margin(0.005));
  CHECK(hot_cold_fifo(op, {.writes = 0.9, .pages = 0.05}) == Approx(9.24).margin(0.005));
}

TEST_CASE("a hot set written like the rest is uniform traffic") {
  for (const double op : {0.07, 0.374})
    CHECK(hot_cold_fifo(op, {.writes = 0.3, .pages = 0.3}) == Approx(fifo(op)).epsilon(1e-9));
}

TEST_CASE("trimming half of a drive with 10 % spare leaves 120 %") {
  CHECK(op_after_trim(0.1, 0.5) == Approx(1.2));
  CHECK(op_after_trim(0.1, 0) == Approx(0.1));
}

TEST_CASE("a drive without spare has no finite write amplification") {
  CHECK_THROWS_AS(fifo(0), std::domain_error);
  CHECK_THROWS_AS(greedy(-0.1, 64), std::domain_error);
  CHECK_THROWS_AS(d_choices(0, 2, 64), std::domain_error);
  CHECK_THROWS_AS(random_victim(0), std::domain_error);
}
