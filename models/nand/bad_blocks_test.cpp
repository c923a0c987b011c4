#include "models/nand/bad_blocks.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace rainier;
using namespace rainier::nand;

namespace {
constexpr std::uint32_t dies = 64, usable = 2008;

BadBlocks draw(double share) { return {Params{}, dies, usable, share, Philox(1, "test")}; }
}  // namespace

TEST_CASE("every block that is addressed is a good one, and no two share one") {
  const BadBlocks bad = draw(0.02);
  for (std::uint32_t die = 0; die < dies; ++die)
    for (std::uint8_t plane = 0; plane < 2; ++plane) {
      std::set<std::uint16_t> used;
      for (std::uint16_t block = 0; block < usable; ++block) {
        const std::uint16_t physical = bad.physical(die, {block, 0, plane});
        REQUIRE_FALSE(bad.is_bad(die, plane, physical));
        REQUIRE(used.insert(physical).second);
        if (!bad.is_bad(die, plane, block)) REQUIRE(physical == block);
      }
    }
}

TEST_CASE("as many blocks are bad as the share says, within three standard deviations") {
  const double blocks = dies * 2.0 * 2048;
  CHECK(static_cast<double>(draw(0.005).count()) ==
        Approx(blocks * 0.005).margin(3 * std::sqrt(blocks * 0.005)));
  CHECK(draw(0).count() == 0);
}

TEST_CASE("no plane has more bad blocks than its reserve") {
  const BadBlocks bad = draw(0.2);
  CHECK(bad.count() == dies * 2u * (2048 - usable));
}
