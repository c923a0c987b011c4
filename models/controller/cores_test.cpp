#include "models/controller/cores.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::controller;
using namespace rainier::literals;

TEST_CASE("one core takes commands and map operations in turn") {
  Cores cores(1);
  CHECK(cores.command(0_us, 3_us) == 3_us);
  CHECK(cores.map(0_us, 5_us) == 8_us);
  CHECK(cores.command(0_us, 3_us) == 11_us);
}

TEST_CASE("the cores after the first share the map operations") {
  Cores cores(3);
  CHECK(cores.map(0_us, 5_us) == 5_us);
  CHECK(cores.map(0_us, 5_us) == 5_us);
  CHECK(cores.map(0_us, 5_us) == 10_us);
  CHECK(cores.command(0_us, 3_us) == 3_us);
  CHECK(cores.map_busy() == 15_us);
  CHECK(cores.command_busy() == 3_us);
}
