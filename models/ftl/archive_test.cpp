#include "sim/archive/archive.hpp"

#include <catch2/catch.hpp>

#include "models/ftl/functional.hpp"
#include "sim/archive/memory_archive_test.hpp"

using namespace rainier;
using namespace rainier::ftl;

namespace {

constexpr Lpn logical = 12'000;

Layout layout() {
  nand::Params nand;
  nand.planes = 2;
  nand.blocks_per_plane = 40;
  nand.pages_per_block = 12;
  return {nand, 16, 8, 1, 40, 7, 1};
}

Params params(VictimPolicy victim, Separation separation) {
  Params p;
  p.gc.victim = victim;
  p.gc.free_target = 4;
  p.gc.window = 16;
  p.wear.spread = 4;
  p.wear.interval = 4;
  p.separation = separation;
  return p;
}

std::string saved(Ftl& ftl) {
  MemoryArchive out;
  ftl.archive(out);
  return out.written();
}

}  // namespace

TEST_CASE("an FTL that was read goes on as the one that was written does, under every policy") {
  const auto victim =
      GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices,
               VictimPolicy::cost_benefit, VictimPolicy::windowed_greedy);
  const auto separation = GENERATE(Separation::none, Separation::regions);
  CAPTURE(static_cast<int>(victim), static_cast<int>(separation));
  const Params p = params(victim, separation);
  Ftl first(layout(), p, logical, 7);
  Functional writes(first);
  Philox random(3, "writes");
  writes.write_sequential(0, logical);
  writes.write_random(31'234, 1, random);
  first.trim(17);

  MemoryArchive in(saved(first));
  Ftl second(layout(), p, logical, 7);
  second.archive(in);
  CHECK(in.at_end());
  REQUIRE(second.consistent());
  CHECK(second.lookup(17) == none);
  CHECK((saved(second) == saved(first)));

  Philox again = random;
  Functional(first).write_random(20'000, 1, random);
  Functional(second).write_random(20'000, 1, again);
  CHECK((saved(second) == saved(first)));
}

TEST_CASE("an archive of an FTL that was changed is refused, or read as one that holds together") {
  const Params p = params(VictimPolicy::d_choices, Separation::regions);
  Ftl ftl(layout(), p, logical, 7);
  Philox random(3, "writes");
  Functional(ftl).write_random(30'000, 1, random);
  const std::string bytes = saved(ftl);
  Philox draw(5, "changes");
  int refused = 0;
  for (int i = 0; i < 600; ++i) {
    std::string changed = bytes;
    // Half of the changes where the lists and numbers are, behind the tables.
    const std::size_t tables = 4 * static_cast<std::size_t>(layout().pages());
    const std::size_t at = i % 2 == 0 ? draw.below(bytes.size()) : tables + draw.below(bytes.size() - tables);
    changed[at] = static_cast<char>(draw.uint32());
    if (i % 50 == 0) changed.resize(at);
    MemoryArchive in(changed);
    Ftl other(layout(), p, logical, 7);
    try {
      other.archive(in);
      CHECK(other.consistent());
    } catch (const BadArchive&) {
      ++refused;
    }
  }
  CHECK(refused > 100);
}
