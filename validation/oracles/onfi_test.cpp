#include "validation/oracles/onfi.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace rainier::oracle;
using rainier::oracle::onfi::Operation;

TEST_CASE("ONFI synchronous modes 0 to 5 move 40 to 200 MB/s") {
  const double expected[] = {40e6, 66.7e6, 100e6, 133.3e6, 166.7e6, 200e6};
  for (int mode = 0; mode < 6; ++mode) CHECK(onfi::data_rate(mode) == Approx(expected[mode]).epsilon(1e-3));
  CHECK_THROWS_AS(onfi::tck(6), std::domain_error);
}

TEST_CASE("mode 4 moves a 4,320 byte page in 25.92 us") {
  CHECK(onfi::transfer_time(4320, 4) == Approx(25.92e-6));
}

TEST_CASE("an SLC page is read in 51.4 us and programmed in 256.6 us, command cycles included") {
  const double transfer = onfi::transfer_time(4320, 4);
  CHECK(onfi::latency(Operation{0.48e-6, transfer, 25e-6}) == Approx(51.4e-6));
  CHECK(onfi::latency(Operation{0.68e-6, transfer, 230e-6}) == Approx(256.6e-6));
}

TEST_CASE("reads of one die are bound by its array, and of sixteen by the bus") {
  const Operation read{0.48e-6, 25.92e-6, 25e-6};
  CHECK(onfi::interleaved_reads(read, 1) == Approx(1 / 51.4e-6));
  CHECK(onfi::interleaved_reads(read, 16) == Approx(1 / 26.4e-6));
}

TEST_CASE("two-plane programs double a die's rate less the second transfer") {
  const Operation program{0.68e-6, 25.92e-6, 230e-6};
  CHECK(onfi::interleaved_programs(program, 1, 1) == Approx(1 / 256.6e-6));
  CHECK(onfi::interleaved_programs(program, 1, 2) == Approx(2 / 282.52e-6));
  CHECK(onfi::interleaved_programs(program, 16, 2) == Approx(2 / 52.52e-6));
}
