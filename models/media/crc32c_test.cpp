#include "models/media/crc32c.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

using namespace rainier::media;

namespace {

std::vector<std::byte> bytes(const char* text) {
  std::vector<std::byte> data(std::strlen(text));
  std::memcpy(data.data(), text, data.size());
  return data;
}

/// By its definition, bit by bit.
std::uint32_t by_bits(const std::vector<std::byte>& data) {
  std::uint32_t crc = ~0u;
  for (const std::byte byte : data) {
    crc ^= static_cast<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82F63B78u : 0);
  }
  return ~crc;
}

}  // namespace

TEST_CASE("CRC-32C of the check text and of RFC 3720's examples is as published") {
  const auto digits = bytes("123456789");
  CHECK(crc32c(digits.data(), digits.size()) == 0xE3069283);
  CHECK(crc32c(std::vector<std::byte>(32).data(), 32) == 0x8A9136AA);
  CHECK(crc32c(std::vector<std::byte>(32, std::byte{0xFF}).data(), 32) == 0x62A8AB43);
}

TEST_CASE("CRC-32C is the same in pieces, and for every length and place") {
  std::vector<std::byte> data(300);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 7 + i / 5);
  for (std::size_t size = 0; size < data.size(); size += 13) {
    const std::vector<std::byte> part(data.begin() + 3,
                                      data.begin() + 3 + static_cast<std::ptrdiff_t>(size / 2));
    CHECK(crc32c(part.data(), part.size()) == by_bits(part));
    const std::uint32_t first = crc32c(data.data(), size);
    CHECK(crc32c(data.data() + size, data.size() - size, first) == crc32c(data.data(), data.size()));
  }
}
