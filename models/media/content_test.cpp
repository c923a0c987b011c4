#include "models/media/content.hpp"

#include <catch2/catch.hpp>

using namespace rainier::media;

TEST_CASE("a content is that of its LBA, whole, and of no other") {
  Contents contents(512);
  const std::uint32_t slot = contents.take();
  contents.bytes(slot)[100] = std::byte{42};
  contents.seal(slot, 7, 1);
  CHECK(contents.is_of(slot, 7));
  CHECK_FALSE(contents.is_of(slot, 8));
  contents.bytes(slot)[101] ^= std::byte{1};
  CHECK_FALSE(contents.is_of(slot, 7));
  CHECK_FALSE(contents.is_whole(slot));
  CHECK(contents.is_of(no_content, 7));
}

TEST_CASE("the XOR of a stripe without one unit is that unit, its LBA and CRC included") {
  Contents contents(1024);
  const std::uint32_t sum = contents.take();
  std::uint32_t lost = no_content;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t unit = contents.take();
    for (std::size_t b = 0; b < 1024; ++b) contents.bytes(unit)[b] = static_cast<std::byte>(b * (i + 3) + i);
    contents.seal(unit, 100 + i, i + 1);
    contents.add(sum, unit);
    if (i == 5) lost = unit;
  }
  for (std::uint32_t unit = sum + 1; unit <= sum + 8; ++unit)
    if (unit != lost) contents.add(sum, unit);
  CHECK(contents.is_of(sum, 105));
  CHECK(std::memcmp(contents.bytes(sum), contents.bytes(lost), 1024) == 0);
}

TEST_CASE("contents given back are taken again, zeroed") {
  Contents contents(512);
  const std::uint32_t slot = contents.take();
  contents.bytes(slot)[0] = std::byte{1};
  contents.give(slot);
  CHECK(contents.used() == 0);
  CHECK(contents.take() == slot);
  CHECK(contents.bytes(slot)[0] == std::byte{0});
}
