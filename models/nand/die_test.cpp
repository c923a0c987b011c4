#include "models/nand/die.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace rainier::nand;

namespace {
Params small() {
  Params p;
  p.blocks_per_plane = 4;
  p.pages_per_block = 8;
  return p;
}
/// A die with the memory it needs.
struct TestDie {
  Params params = small();
  std::vector<std::uint16_t> next_page = std::vector<std::uint16_t>(Die::blocks(params), 0);
  Die die{params, next_page};
};
void program(Die& die, PageAddress at) {
  die.begin_program(at);
  die.end_program(at);
}
}  // namespace

TEST_CASE("a die programs the pages of a block in order and refuses any other order") {
  TestDie test;
  Die& die = test.die;
  program(die, {1, 0, 0});
  CHECK_THROWS_AS(die.begin_program({1, 2, 0}), Refusal);
  CHECK_NOTHROW(program(die, {1, 1, 0}));
}

TEST_CASE("a die refuses to program a page twice without an erase") {
  TestDie test;
  Die& die = test.die;
  program(die, {0, 0, 1});
  CHECK_THROWS_AS(die.begin_program({0, 0, 1}), Refusal);
  die.begin_erase({0, 0, 1});
  die.end_erase({0, 0, 1});
  CHECK_NOTHROW(program(die, {0, 0, 1}));
}

TEST_CASE("a page can be read only once its program has ended") {
  TestDie test;
  Die& die = test.die;
  CHECK_THROWS_AS(die.begin_read({0, 0, 0}), Refusal);
  die.begin_program({0, 0, 0});
  CHECK_FALSE(die.is_programmed({0, 0, 0}));
  CHECK_THROWS_AS(die.begin_read({0, 0, 0}), Refusal);
  die.end_program({0, 0, 0});
  CHECK_NOTHROW(die.begin_read({0, 0, 0}));
}

TEST_CASE("an erased block has no page to read") {
  TestDie test;
  Die& die = test.die;
  program(die, {3, 0, 0});
  die.begin_erase({3, 0, 0});
  die.end_erase({3, 0, 0});
  CHECK_THROWS_AS(die.begin_read({3, 0, 0}), Refusal);
}

TEST_CASE("a multi-plane pair needs two planes and one page number") {
  TestDie test;
  Die& die = test.die;
  CHECK_THROWS_AS(die.begin_program({0, 0, 0}, {1, 0, 0}), Refusal);
  program(die, {2, 0, 1});
  CHECK_THROWS_AS(die.begin_program({0, 0, 0}, {2, 1, 1}), Refusal);
  CHECK_NOTHROW(die.begin_program({0, 0, 0}, {1, 0, 1}));
}

TEST_CASE("a busy array refuses every further operation") {
  TestDie test;
  Die& die = test.die;
  die.begin_erase({0, 0, 0});
  CHECK_THROWS_AS(die.begin_erase({1, 0, 0}), Refusal);
  CHECK_THROWS_AS(die.begin_program({1, 0, 0}), Refusal);
  CHECK_THROWS_AS(die.begin_read({1, 0, 0}), Refusal);
}

TEST_CASE("an address outside the die is refused") {
  TestDie test;
  Die& die = test.die;
  CHECK_THROWS_AS(die.begin_program({4, 0, 0}), Refusal);
  CHECK_THROWS_AS(die.begin_program({0, 0, 2}), Refusal);
  CHECK_THROWS_AS(die.begin_erase({0, 8, 0}), Refusal);
}
