#include "models/ftl/valid_pages.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::ftl;

TEST_CASE("the set of valid pages finds the next one as an ordered set does") {
  constexpr std::uint32_t pages = 1'000;
  ValidPages valid(pages);
  std::set<Ppn> reference;
  Philox random(1, "valid");
  bool same = true;
  for (int i = 0; i < 20'000; ++i) {
    const auto page = static_cast<Ppn>(random.below(pages));
    if (random.below(100) == 0) {
      const auto count = static_cast<std::uint32_t>(random.below(pages - page + 1));
      valid.insert(page, count);
      for (Ppn each = page; each < page + count; ++each) reference.insert(each);
    } else if (random.below(3) == 0) {
      valid.insert(page);
      reference.insert(page);
    } else {
      valid.erase(page);
      reference.erase(page);
    }
    const auto from = static_cast<Ppn>(random.below(pages)), end = static_cast<Ppn>(random.below(pages + 1));
    const auto found = reference.lower_bound(from);
    const Ppn next = found == reference.end() || *found >= end ? end : *found;
    same = same && valid.contains(page) == (reference.count(page) > 0) && valid.next(from, end) == next;
  }
  CHECK(same);
  valid.clear();
  CHECK(valid.next(0, pages) == pages);
}
