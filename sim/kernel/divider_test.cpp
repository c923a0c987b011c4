#include "sim/kernel/divider.hpp"

#include <catch2/catch.hpp>

#include "sim/random/philox.hpp"

using namespace rainier;

TEST_CASE("A divider divides as the processor does, at the edges and at random") {
  constexpr std::uint32_t most = 0xFFFFFFFF;
  Philox random(1, "divider");
  bool same = true;
  const auto check = [&same](std::uint32_t n, std::uint32_t d) {
    const Divider by(d);
    same = same && by.divisor() == d && by.quotient(n) == n / d && by.remainder(n) == n % d;
  };
  for (const std::uint32_t d :
       {1U, 2U, 3U, 7U, 96U, 128U, 641U, 65'536U, most / 2, most / 2 + 1, most - 1, most})
    for (const std::uint32_t q : {0U, 1U, 2U, most / d - 1, most / d})
      for (const std::uint32_t n : {q * d - 1, q * d, q * d + 1, most - 1, most}) check(n, d);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t n = random.uint32();
    check(n, (random.uint32() >> random.below(32)) | 1U);
    check(n, random.uint32() % 4096 + 1);
  }
  CHECK(same);
}
