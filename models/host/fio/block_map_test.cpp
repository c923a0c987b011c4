#include "models/host/fio/block_map.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::fio;

TEST_CASE("A block map agrees with a plain list of flags until it is full, and again after it is cleared") {
  const std::uint64_t blocks = GENERATE(1, 2, 63, 64, 65, 127, 128, 4095, 4096, 4097, 262'145);
  CAPTURE(blocks);
  BlockMap map(blocks);
  Philox random(7, "block map");
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<bool> taken(blocks);
    std::uint64_t free = blocks;
    bool agrees = true;
    while (free != 0) {
      std::uint64_t expected = random.below(blocks);
      const std::uint64_t first = map.next_free(expected);
      // Walking the flags is slow when they are nearly full: check a part of the large ones.
      if (blocks < 5000 || free % 64 == 0) {
        while (taken[expected]) expected = (expected + 1) % blocks;
        agrees = agrees && first == expected;
      }
      const std::uint64_t most = 1 + random.below(5);
      std::uint64_t run = 0;
      while (run < most && first + run < blocks && !taken[first + run]) taken[first + run++] = true;
      agrees = agrees && map.take(first, most) == run;
      free -= run;
      agrees = agrees && map.free() == free;
      if (!agrees) break;
    }
    CHECK(agrees);
    CHECK(map.free() == 0);
    map.clear();
    CHECK(map.free() == blocks);
  }
}

TEST_CASE("A map of a 700 GB drive in 4 KiB blocks takes under 21 MiB") {
  CHECK(BlockMap::bytes(700'000'000'000 / 4096) >> 20 == 20);
}
