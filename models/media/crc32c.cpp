#include "models/media/crc32c.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace rainier::media {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables t{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = c >> 1 ^ ((c & 1) != 0 ? 0x82F63B78u : 0);
    t[0][i] = c;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t i = 0; i < 256; ++i) t[k][i] = t[k - 1][i] >> 8 ^ t[0][t[k - 1][i] & 0xFF];
  return t;
}
constexpr Tables tables = make_tables();

std::uint32_t by_tables(const std::byte* p, std::size_t n, std::uint32_t crc) {
  for (; n >= 8; n -= 8, p += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, 8);
    word ^= crc;
    crc = 0;
    for (std::size_t k = 0; k < 8; ++k) crc ^= tables[7 - k][word >> (8 * k) & 0xFF];
  }
  for (; n > 0; --n, ++p) crc = crc >> 8 ^ tables[0][(crc ^ static_cast<std::uint32_t>(*p)) & 0xFF];
  return crc;
}

#if defined(__x86_64__)
[[gnu::target("sse4.2")]] std::uint32_t by_instruction(const std::byte* p, std::size_t n, std::uint32_t crc) {
  std::uint64_t wide = crc;
  for (; n >= 8; n -= 8, p += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, 8);
    wide = __builtin_ia32_crc32di(wide, word);
  }
  auto narrow = static_cast<std::uint32_t>(wide);
  for (; n > 0; --n, ++p) narrow = __builtin_ia32_crc32qi(narrow, static_cast<unsigned char>(*p));
  return narrow;
}
const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
#else
std::uint32_t by_instruction(const std::byte* p, std::size_t n, std::uint32_t c) {
  return by_tables(p, n, c);
}
constexpr bool has_instruction = false;
#endif

static_assert(std::endian::native == std::endian::little, "the tables take a word's low byte first");

}  // namespace

std::uint32_t crc32c(const std::byte* data, std::size_t size, std::uint32_t before) {
  return ~(has_instruction ? by_instruction(data, size, ~before) : by_tables(data, size, ~before));
}

}  // namespace rainier::media
