#include "models/media/spares.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::media;

namespace {

constexpr Shape shape{8, 2, 64, 16, 1};
constexpr std::uint32_t channels = 4, usable = 60;

nand::BadBlocks factory(double share) {
  nand::Params params;
  params.blocks_per_plane = 64;
  return {params, 8, usable, share, Philox(1, "test")};
}
const auto anywhere = [](const Block&) { return true; };

}  // namespace

TEST_CASE("spares are the reserve less what the factory's bad blocks took") {
  CHECK(Spares(shape, channels, factory(0), usable).made() == 8u * 2 * 4);
  const nand::BadBlocks bad = factory(0.02);
  CHECK(Spares(shape, channels, bad, usable).made() == 8u * 2 * 4 - bad.count());
}

TEST_CASE("a block is replaced on its plane, then its die, then its channel, then anywhere allowed") {
  Spares spares(shape, channels, factory(0), usable);
  std::uint16_t block = 0;
  const auto next = [&](auto allows) { return spares.replace({1, {block++, 0, 0}}, allows); };
  for (int i = 0; i < 4; ++i) {
    const auto spare = next(anywhere);
    REQUIRE(spare);
    CHECK((spare->die == 1 && spare->at.plane == 0));
    CHECK(spare->at.block >= usable);
  }
  for (int i = 0; i < 4; ++i) CHECK(next(anywhere)->at.plane == 1);
  for (int i = 0; i < 8; ++i) CHECK(next(anywhere)->die == 5);  // the other die of channel 1
  const auto not_on_0 = next([](const Block& b) { return b.die % channels != 0; });
  REQUIRE(not_on_0);
  CHECK(not_on_0->die % channels > 1);
  CHECK_FALSE(next([](const Block&) { return false; }));
  CHECK(spares.left() == spares.made() - 17);
}

TEST_CASE("a replaced block is looked up by the name the layout has for it, and may be replaced again") {
  Spares spares(shape, channels, factory(0), usable);
  const Block named{2, {17, 0, 1}};
  CHECK(spares.physical(named).at.block == 17);
  const Block first = *spares.replace(named, anywhere);
  CHECK(spares.physical(named).at.block == first.at.block);
  const Block second = *spares.replace(named, anywhere);
  CHECK(second.at.block != first.at.block);
  CHECK(spares.physical(named).at.block == second.at.block);
  spares.lose_plane(2, 1);
  CHECK(spares.left() == spares.made() - 4);
}
