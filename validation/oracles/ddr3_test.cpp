#include "validation/oracles/ddr3.hpp"

#include <catch2/catch.hpp>

using namespace rainier::oracle;

TEST_CASE("DDR3-1333 on 64 bits peaks at 10.67 GB/s and keeps 10.40 after refresh") {
  const double peak = ddr3::peak_rate(4e9 / 3, 64);
  CHECK(peak == Approx(10.67e9).epsilon(1e-3));
  CHECK(ddr3::rate_after_refresh(peak) == Approx(10.40e9).epsilon(2e-3));
}

TEST_CASE("every host byte crosses the memory twice, and parity on top when it is written") {
  CHECK(ddr3::read_ceiling(10.4e9) == Approx(5.2e9));
  CHECK(ddr3::write_ceiling(10.4e9, 7) == Approx(4.55e9));
}
