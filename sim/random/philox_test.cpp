#include "sim/random/philox.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sim/kernel/ends_process.hpp"

using namespace rainier;

TEST_CASE("Philox gives the known answers of Random123") {
  // The lines "philox4x32 10" of Random123's kat_vectors.
  CHECK(Philox::block({0, 0, 0, 0}, {0, 0}) ==
        Philox::Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t ones = 0xffffffff;
  CHECK(Philox::block({ones, ones, ones, ones}, {ones, ones}) ==
        Philox::Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(Philox::block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Philox::Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Draws are the words of the blocks in order, with the stream in the counter's upper half") {
  // FNV-1a of no name and run 0: four zero bytes.
  std::uint64_t stream = 0xcbf29ce484222325;
  for (int byte = 0; byte < 4; ++byte) stream *= 0x100000001b3;
  Philox random(0x123456789abcdef, "");
  const Philox::Key key{0x89abcdef, 0x1234567};
  for (std::uint32_t position = 0; position < 9; ++position)
    for (const std::uint32_t word : Philox::block(
             {position, 0, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)},
             key))
      CHECK(random.uint32() == word);
}

TEST_CASE("The same seed, stream and run give the same numbers, any other gives others") {
  const auto first = [](Philox random) { return random.uint64(); };
  const std::uint64_t value = first(Philox(1, "drive/die/7", 2));
  CHECK(value == first(Philox(1, "drive/die/7", 2)));
  CHECK(value != first(Philox(2, "drive/die/7", 2)));
  CHECK(value != first(Philox(1, "drive/die/8", 2)));
  CHECK(value != first(Philox(1, "drive/die/7", 3)));
}

TEST_CASE("Streams and runs are uncorrelated") {
  constexpr int draws = 100'000;
  Philox a(1, "a"), b(1, "b"), later(1, "a", 1);
  double streams = 0, runs = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = a.unit() - 0.5;
    streams += x * (b.unit() - 0.5), runs += x * (later.unit() - 0.5);
  }
  // Each product has mean 0 and standard deviation 1/12; five standard errors.
  const double tolerance = 5 * std::sqrt(draws) / 12;
  CHECK(std::abs(streams) < tolerance);
  CHECK(std::abs(runs) < tolerance);
}

TEST_CASE("Unit and exponential draws have the moments of their distributions") {
  constexpr int draws = 1'000'000;
  Philox random(3, "moments");
  double uniform = 0, exponential = 0, squares = 0;
  bool inside = true;
  for (int i = 0; i < draws; ++i) {
    const double u = random.unit(), e = random.exponential();
    inside = inside && u >= 0 && u < 1 && e >= 0 && std::isfinite(e);
    uniform += u, exponential += e, squares += e * e;
  }
  CHECK(inside);
  // Five standard errors: sqrt(1/12), 1 and sqrt(20) over sqrt(n).
  CHECK(uniform / draws == Approx(0.5).margin(0.0015));
  CHECK(exponential / draws == Approx(1.0).margin(0.005));
  CHECK(squares / draws == Approx(2.0).margin(0.0225));
}

TEST_CASE("Draws below n are even, also where n does not divide a power of two") {
  Philox random(5, "below");
  constexpr std::uint64_t n = 10;
  constexpr int draws = 1'000'000;
  std::vector<double> seen(n);
  for (int i = 0; i < draws; ++i) seen.at(random.below(n)) += 1;
  double chi_square = 0;
  for (const double count : seen)
    chi_square += (count - draws / 10.0) * (count - draws / 10.0) / (draws / 10.0);
  CHECK(chi_square < 27.9);  // nine degrees of freedom, exceeded once in a thousand
}

TEST_CASE("Draws below a number near 2^63 or 2^32 are not biased by wrapping") {
  // With n = 3/4 of the range, a plain remainder would hit the lower third twice as often.
  for (const std::uint64_t n : {std::uint64_t{3} << 62, std::uint64_t{3} << 30}) {
    Philox random(6, "wide");
    constexpr int draws = 100'000;
    int low = 0;
    for (int i = 0; i < draws; ++i) low += random.below(n) < n / 3;
    CHECK(low == Approx(draws / 3.0).margin(5 * std::sqrt(draws * 2.0 / 9.0)));
  }
}

TEST_CASE("Below one is always zero, below zero ends the process") {
  Philox random(8, "edge");
  CHECK(random.below(1) == 0);
  CHECK(ends_process([&] { random.below(0); }));
}

TEST_CASE("Chance comes true as often as it says") {
  Philox random(9, "chance");
  constexpr int draws = 200'000;
  int hits = 0;
  for (int i = 0; i < draws; ++i) hits += random.chance(0.03);
  CHECK(hits == Approx(draws * 0.03).margin(5 * std::sqrt(draws * 0.03 * 0.97)));
  CHECK_FALSE(random.chance(0.0));
  CHECK(random.chance(1.0));
}
