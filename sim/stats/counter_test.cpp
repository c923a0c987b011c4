#include "sim/stats/counter.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace rainier;

TEST_CASE("A window is the difference of two snapshots") {
  std::uint64_t bytes = 100;
  double energy = 0.5;
  Registry registry;
  registry.add(Counter{"bus.bytes", "B", "bytes moved over the bus", &bytes});
  registry.add(Quantity{"bus.energy", "J", "energy of the bus", &energy});
  const Snapshot before = registry.snapshot();
  bytes += 4'096;
  energy += 0.25;
  const Snapshot window = registry.snapshot() - before;
  CHECK(window.counters == std::vector<std::uint64_t>{4'096});
  CHECK(window.quantities.at(0) == Approx(0.25));
}

TEST_CASE("A counter without name, unit, description or value is refused, and so is a name taken") {
  const std::uint64_t value = 0;
  Registry registry;
  registry.add(Counter{"a", "1", "the first", &value});
  CHECK_THROWS_AS(registry.add(Counter{"a", "1", "the second", &value}), std::invalid_argument);
  CHECK_THROWS_AS(registry.add(Counter{"", "1", "no name", &value}), std::invalid_argument);
  CHECK_THROWS_AS(registry.add(Counter{"b", "", "no unit", &value}), std::invalid_argument);
  CHECK_THROWS_AS(registry.add(Counter{"b", "1", "", &value}), std::invalid_argument);
  CHECK_THROWS_AS(registry.add(Counter{"b", "1", "no value", nullptr}), std::invalid_argument);
  CHECK(registry.counters().size() == 1);
}
