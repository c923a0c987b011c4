#include "sim/stats/summary.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sim/random/philox.hpp"

using namespace rainier;

TEST_CASE("Student's t has the values of its tables, and falls towards the normal") {
  CHECK(student_t95(1) == Approx(12.706).margin(0.001));
  CHECK(student_t95(9) == Approx(2.262).margin(0.001));
  CHECK(student_t95(40) == Approx(2.0211).margin(0.0005));
  CHECK(student_t95(120) == Approx(1.9799).margin(0.0005));
  CHECK(student_t95(100'000) == Approx(1.95996).margin(0.0005));
}

TEST_CASE("An interval by hand: 2, 4, 4, 4, 5, 5, 7, 9") {
  // Mean 5, sample variance 32/7, t(7) = 2.365.
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  const Interval interval = confidence95(values);
  CHECK(interval.mean == Approx(5));
  CHECK(interval.half_width == Approx(2.365 * std::sqrt(32.0 / 7 / 8)));
}

TEST_CASE("A 95 % interval holds the true mean in 95 % of replicas") {
  constexpr int replicas = 4'000;
  int held = 0;
  for (int run = 0; run < replicas; ++run) {
    Philox random(1, "coverage", static_cast<std::uint32_t>(run));
    std::vector<double> values(10);
    // The sum of twelve uniforms is close to normal, with mean 6.
    for (double& x : values)
      for (int i = 0; i < 12; ++i) x += random.unit();
    held += confidence95(values).contains(6);
  }
  CHECK(held == Approx(0.95 * replicas).margin(5 * std::sqrt(replicas * 0.95 * 0.05)));
}

TEST_CASE("Batches are equal, consecutive, and leave the remainder at the start out") {
  const std::vector<double> values{100, 1, 2, 3, 4, 5, 6};
  CHECK(batch_means(values, 3) == std::vector<double>{1.5, 3.5, 5.5});
}

TEST_CASE("The slope of a line is its slope, and noise that is even does not tilt it") {
  CHECK(slope(std::vector<double>{3, 5, 7, 9}) == Approx(2));
  CHECK(slope(std::vector<double>{4, 4, 4}) == Approx(0).margin(1e-12));
  CHECK(slope(std::vector<double>{1, -1, -1, 1}) == Approx(0).margin(1e-12));
  CHECK(slope(std::vector<double>{1}) == 0);
}

TEST_CASE("Steady state needs five rounds") {
  SteadyStateDetector detector;
  for (int round = 0; round < 4; ++round) CHECK_FALSE(detector.add(1'000));
  CHECK(detector.add(1'000));
  CHECK(detector.rounds() == 5);
}

TEST_CASE("A range over 20 % of the mean is not steady") {
  SteadyStateDetector narrow, wide;
  bool steady = false, unsteady = true;
  for (const double x : {100.0, 109.0, 91.0, 109.0, 91.0}) steady = narrow.add(x);
  for (const double x : {100.0, 111.0, 89.0, 111.0, 89.0}) unsteady = wide.add(x);
  CHECK(steady);
  CHECK(narrow.range() == Approx(0.18));
  CHECK_FALSE(unsteady);
  CHECK(wide.range() == Approx(0.22));
}

TEST_CASE("A drift over 10 % of the mean within the window is not steady, though its range is") {
  SteadyStateDetector slow, fast;
  bool steady = false, unsteady = true;
  for (int round = 0; round < 5; ++round) steady = slow.add(100 - 2.3 * round);
  for (int round = 0; round < 5; ++round) unsteady = fast.add(100 - 2.8 * round);
  CHECK(steady);
  CHECK(slow.slope_excursion() == Approx(9.2 / 95.4));
  CHECK_FALSE(unsteady);
  CHECK(fast.range() < 0.20);
}

TEST_CASE("A drive that settles is found steady five rounds after it has settled") {
  SteadyStateDetector detector;
  int round = 0;
  const auto iops = [](int r) { return 30'000 + 90'000 * std::exp(-r / 2.0); };
  while (!detector.add(iops(round))) ++round;
  // The line over rounds 7 to 11 falls by 7.3 % of their mean, that over 6 to 10 by 11.8 %.
  CHECK(round == 11);
}
