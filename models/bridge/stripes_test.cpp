#include "models/bridge/stripes.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace rainier::bridge;

TEST_CASE(
    "every byte of a request is one drive's, in order and without gaps, as a byte by byte count has it") {
  constexpr std::uint64_t stripe = 8, members = 3, device = stripe * members * 5;
  const Stripes stripes(stripe, members);
  for (std::uint64_t first = 0; first < device; first += 5)
    for (std::uint64_t bytes = 1; first + bytes <= device; bytes += 7)
      for (std::uint32_t m = 0; m < members; ++m) {
        std::vector<std::uint64_t> own;
        for (std::uint64_t b = first; b < first + bytes; ++b)
          if (b / stripe % members == m) own.push_back(b / stripe / members * stripe + b % stripe);
        const Extent extent = stripes.of(m, first, bytes);
        REQUIRE(extent.bytes == own.size());
        if (own.empty()) continue;
        REQUIRE(extent.first == own.front());
        REQUIRE(extent.first + extent.bytes == own.back() + 1);
      }
}
