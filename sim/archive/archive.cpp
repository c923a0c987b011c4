#include "sim/archive/archive.hpp"

#include <algorithm>
#include <array>

namespace rainier {
namespace {

constexpr std::size_t block_words = std::size_t{1} << 18;

}  // namespace

void Archive::value(bool& value) {
  std::uint8_t byte = value ? 1 : 0;
  bytes(&byte, 1);
  if (byte > 1) throw BadArchive("a truth value is neither yes nor no");
  value = byte == 1;
}

void Archive::below(std::uint64_t& number, std::uint64_t limit) {
  value(number);
  if (number >= limit) throw BadArchive("a number is too large");
}

void Archive::list(std::vector<std::uint32_t>& numbers, std::uint32_t limit) {
  auto count = static_cast<std::uint32_t>(numbers.size());
  value(count);
  if (count > limit) throw BadArchive("a list is too long");
  numbers.resize(count);
  items(numbers);
  if (std::any_of(numbers.begin(), numbers.end(), [limit](std::uint32_t n) { return n >= limit; }))
    throw BadArchive("a list names what there is not");
}

void Archive::text(std::string& text, std::size_t longest) {
  auto size = static_cast<std::uint32_t>(text.size());
  value(size);
  if (size > longest) throw BadArchive("a text is too long");
  text.resize(size);
  bytes(text.data(), size);
}

void Archive::table(std::uint32_t* words, std::size_t count) {
  std::vector<std::uint8_t> planes(4 * std::min(count, block_words));
  for (std::size_t done = 0; done < count; done += block_words) {
    std::uint32_t* const block = words + done;
    const std::size_t size = std::min(count - done, block_words);
    const std::array<std::uint8_t*, 4> plane{planes.data(), planes.data() + size, planes.data() + 2 * size,
                                             planes.data() + 3 * size};
    if (!reading())
      for (std::size_t i = 0; i < size; ++i)
        for (unsigned b = 0; b < 4; ++b) plane[b][i] = static_cast<std::uint8_t>(block[i] >> 8 * b);
    bytes(planes.data(), 4 * size);
    if (!reading()) continue;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t word =
          plane[0][i] | plane[1][i] << 8 | plane[2][i] << 16 | static_cast<std::uint32_t>(plane[3][i]) << 24;
      if (word != block[i]) block[i] = word;
    }
  }
}

}  // namespace rainier
