#include "models/dram/dram.hpp"

#include <catch2/catch.hpp>

using namespace rainier;

// physics.md, section 3: 10.67 GB/s peak, 10.40 after refresh.
TEST_CASE("DDR3-1333 x64 moves 10.40 GB/s after refresh") {
  dram::Params params;
  CHECK(params.bytes_per_second() == Approx(10.40e9).epsilon(1e-3));
  dram::Dram memory(params);
  Time end;
  for (int i = 0; i < 1000; ++i) end = memory.transfer(Time(), 4096);
  CHECK(4096e3 / end.seconds() == Approx(10.40e9).epsilon(1e-3));
}
