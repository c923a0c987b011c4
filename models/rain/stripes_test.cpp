#include "models/rain/stripes.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <vector>

using rainier::rain::Stripes;

TEST_CASE("RAIN 7+1 over 128 dies gives seven eighths of the superblock to the user") {
  const Stripes stripes(7, 128, 128 * 128);
  CHECK(stripes.user_units() == 128u * 128u * 7u / 8u);
}

TEST_CASE("each stripe has one parity unit inside it, and its place rotates over every position") {
  const std::uint32_t row = GENERATE(8u, 20u, 32u, 40u, 128u);
  const std::uint32_t sequence = row * 64;
  const Stripes stripes(7, row, sequence);
  std::vector<std::uint32_t> at_position(8, 0), at_die(row, 0);
  for (std::uint32_t first = 0; first < sequence; first = stripes.last(first)) {
    const std::uint32_t parity = stripes.parity(first);
    REQUIRE(parity >= first);
    REQUIRE(parity < stripes.last(first));
    ++at_position[parity - first];
    ++at_die[parity % row];
  }
  const std::uint32_t stripes_in_all = sequence / 8;
  for (const std::uint32_t n : at_position)
    CHECK(n == Approx(stripes_in_all / 8.0).margin(stripes_in_all / 16.0));
  for (const std::uint32_t n : at_die) CHECK(n == Approx(stripes_in_all / double(row)).margin(6));
}

TEST_CASE("the units of a stripe never share a die, nor a channel where the stripe fits the channels") {
  struct Shape {
    std::uint32_t data, dies, channels;
  };
  const Shape shape =
      GENERATE(Shape{7, 128, 32}, Shape{15, 20, 8}, Shape{15, 32, 8}, Shape{3, 12, 4}, Shape{7, 8, 8});
  const Stripes stripes(shape.data, shape.dies, shape.dies * 32);
  for (std::uint32_t first = 0; first < shape.dies * 32; first = stripes.last(first)) {
    std::set<std::uint32_t> dies, channels;
    for (std::uint32_t unit = first; unit < stripes.last(first); ++unit) {
      dies.insert(unit % shape.dies);
      channels.insert(unit % shape.dies % shape.channels);
    }
    REQUIRE(dies.size() == stripes.last(first) - first);
    if (shape.data + 1 <= shape.channels && shape.dies % shape.channels == 0)
      REQUIRE(channels.size() == dies.size());
  }
}

TEST_CASE("a short last stripe still has its parity") {
  const Stripes stripes(7, 20, 20);
  CHECK(stripes.last(16) == 20);
  CHECK(stripes.parity(16) == 19);
  CHECK(stripes.user_units() == 17);
}

TEST_CASE("without parity every unit is the user's") {
  const Stripes stripes(0, 32, 32 * 128);
  CHECK_FALSE(stripes.enabled());
  CHECK(stripes.user_units() == 32u * 128u);
}
