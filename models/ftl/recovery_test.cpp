#include "models/ftl/recovery.hpp"

#include <catch2/catch.hpp>

#include "models/ftl/functional.hpp"

using namespace rainier;
using namespace rainier::ftl;

namespace {

/// 16 superblocks of 4 x 8 units, no parity.
Ftl small() {
  nand::Params nand;
  nand.planes = 1;
  nand.blocks_per_plane = 16;
  nand.pages_per_block = 8;
  Params params;
  params.parity = 0;
  params.gc.free_target = 4;
  params.gc.free_reserve = 2;
  return {Layout(nand, 4, 4, 1, 16, 0), params, 200, 1};
}

}  // namespace

TEST_CASE("of an LPN's copies the one written last wins, in whatever order they are found") {
  for (const bool reversed : {false, true}) {
    Ftl ftl = small();
    Recovery recovery(ftl);
    recovery.superblock(0, Recovery::Kind::whole);
    recovery.superblock(1, Recovery::Kind::torn);
    for (std::uint32_t i = 1; i <= 3; ++i) {
      const std::uint32_t write = reversed ? 4 - i : i;
      recovery.unit(write, 7, write);
    }
    recovery.finish();
    CHECK(ftl.lookup(7) == 3);
    CHECK(ftl.mapped() == 1);
    CHECK(ftl.consistent());
  }
}

TEST_CASE("of a page and its copy the one in the superblock that can be trusted more is kept") {
  Ftl ftl = small();
  Recovery recovery(ftl);
  recovery.superblock(0, Recovery::Kind::torn);
  recovery.superblock(1, Recovery::Kind::whole);
  recovery.superblock(2, Recovery::Kind::being_erased);
  const Ppn in_torn = ftl.layout().ppn(0, 5), in_whole = ftl.layout().ppn(1, 9);
  const Ppn in_erased = ftl.layout().ppn(2, 3);
  recovery.unit(in_torn, 7, 40);
  recovery.unit(in_whole, 7, 40);
  recovery.unit(in_torn + 1, 8, 41);
  recovery.unit(in_erased, 8, 41);
  recovery.finish();
  CHECK(ftl.lookup(7) == in_whole);
  CHECK(ftl.lookup(8) == in_torn + 1);
  // What nothing is left of is to be erased; what was cut short is collected first.
  CHECK(ftl.take_erasable() == 2);
  CHECK(ftl.take_erasable() == none);
  CHECK(ftl.collects_first());
  CHECK(ftl.superblocks().state[0] == State::closed);
  CHECK(ftl.free_superblocks() == 13);
}

TEST_CASE("of a page and its copy, both cut short, the older is kept, and nothing is left of the copy") {
  for (const bool copy_first : {false, true}) {
    Ftl ftl = small();
    Functional functional(ftl);
    for (Lpn lpn = 0; lpn < 40; ++lpn) functional.write(lpn);
    const std::uint32_t closed = ftl.layout().superblock(ftl.lookup(0));
    const std::uint32_t open = ftl.layout().superblock(ftl.lookup(39));
    REQUIRE(closed != open);
    Recovery recovery(ftl);
    recovery.superblock(closed, Recovery::Kind::torn);
    recovery.superblock(open, Recovery::Kind::torn);
    const Ppn original = ftl.layout().ppn(closed, 5), copy = ftl.layout().ppn(open, 3);
    for (const Ppn ppn : {copy_first ? copy : original, copy_first ? original : copy})
      recovery.unit(ppn, 7, 40);
    recovery.finish();
    CHECK(ftl.lookup(7) == original);
    CHECK(ftl.take_erasable() == open);
  }
}

TEST_CASE("a trim hides all that was written before it, and nothing after") {
  Ftl ftl = small();
  Recovery recovery(ftl);
  recovery.superblock(0, Recovery::Kind::whole);
  recovery.unit(0, 7, 5);
  recovery.unit(1, 8, 9);
  recovery.trimmed(7, 6);
  recovery.trimmed(8, 6);
  recovery.finish();
  CHECK(ftl.lookup(7) == none);
  CHECK(ftl.lookup(8) == 1);
}

TEST_CASE("after a recovery the FTL goes on as any other, to the last page") {
  Ftl ftl = small();
  Functional functional(ftl);
  for (Lpn lpn = 0; lpn < 200; ++lpn) functional.write(lpn);
  std::vector<Ppn> before;
  for (Lpn lpn = 0; lpn < 200; ++lpn) before.push_back(ftl.lookup(lpn));
  Recovery recovery(ftl);
  for (std::uint32_t sb = 0; sb <= 200 / 32; ++sb)
    recovery.superblock(sb, sb < 200 / 32 ? Recovery::Kind::whole : Recovery::Kind::torn);
  for (Lpn lpn = 0; lpn < 200; ++lpn) recovery.unit(before[lpn], lpn, lpn + 1);
  recovery.finish();
  for (Lpn lpn = 0; lpn < 200; ++lpn) CHECK(ftl.lookup(lpn) == before[lpn]);
  for (std::uint32_t i = 0; i < 5'000; ++i) functional.write(i * 7 % 200);
  CHECK(ftl.consistent());
  CHECK(ftl.mapped() == 200);
}
