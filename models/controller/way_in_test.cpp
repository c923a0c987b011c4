#include "models/controller/way_in.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::controller;
using namespace rainier::literals;

TEST_CASE("commands beyond those that may come in at once wait in their order") {
  Slab<Command> commands;
  const std::uint32_t a = commands.take(), b = commands.take(), c = commands.take(), d = commands.take();
  WayIn two(2);
  CHECK(two.enter(commands, a, 1_us));
  CHECK(two.enter(commands, b, 2_us));
  CHECK_FALSE(two.enter(commands, c, 3_us));
  CHECK_FALSE(two.enter(commands, d, 3_us));
  CHECK(two.leave(commands, 4_us) == c);
  CHECK(two.leave(commands, 5_us) == d);
  CHECK(two.leave(commands, 6_us) == no_command);
  CHECK(two.leave(commands, 8_us) == no_command);
  // One from 1 us on, two from 2 to 6 us, one until 8 us.
  CHECK(two.busy(10_us) == 11_us);
  CHECK(two.enter(commands, a, 10_us));
}

TEST_CASE("without a number all commands come in") {
  Slab<Command> commands;
  WayIn any(0);
  for (int i = 0; i < 100; ++i) CHECK(any.enter(commands, commands.take(), 1_us));
  CHECK(any.leave(commands, 2_us) == no_command);
}

TEST_CASE("a loss of power leaves nobody on the way in") {
  Slab<Command> commands;
  WayIn one(1);
  CHECK(one.enter(commands, commands.take(), 0_us));
  CHECK_FALSE(one.enter(commands, commands.take(), 0_us));
  one.forget(5_us);
  CHECK(one.enter(commands, commands.take(), 7_us));
  CHECK(one.leave(commands, 9_us) == no_command);
  CHECK(one.busy(9_us) == 7_us);
}
