#include "validation/oracles/endurance.hpp"

#include <catch2/catch.hpp>

#include "validation/oracles/write_amplification.hpp"

using namespace rainier::oracle;

TEST_CASE("a 700 GB P320h takes 96.2 PB of sequential writes and 47.1 PB of random ones") {
  const Endurance p320h{1099.5e9, 100'000, 7};
  CHECK(host_bytes(p320h, 1) == Approx(96.2e15).epsilon(1e-3));
  CHECK(host_bytes(p320h, fifo(0.374)) == Approx(47.1e15).epsilon(1e-3));
}

TEST_CASE("a 100 GB P400m spends 1 % of its cycles on 63.8 to 64.4 TB of sequential writes") {
  CHECK(host_bytes({340e9, 20'000, 15}, 1) / 100 == Approx(63.8e12).epsilon(1e-3));
  CHECK(host_bytes({320 * 1073741824.0, 20'000, 15}, 1) / 100 == Approx(64.4e12).epsilon(1e-3));
}

TEST_CASE("writing the whole rating uses up exactly the rated cycles") {
  const Endurance drive{1e12, 5'000, 7};
  CHECK(mean_cycles(drive, host_bytes(drive, 2.5), 2.5) == Approx(5'000));
}

TEST_CASE("50 PB on 700 GB over five years is 39 drive writes a day") {
  CHECK(drive_writes_per_day(50e15, 700e9, 5) == Approx(39.1).margin(0.1));
}
