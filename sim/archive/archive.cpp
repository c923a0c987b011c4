#include "sim/archive/archive.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace rainier {
namespace {

constexpr std::size_t block_words = std::size_t{1} << 18;

template <class T>
void archive_list(Archive& a, std::vector<T>& numbers, T limit) {
  auto count = static_cast<T>(numbers.size());
  a.value(count);
  if (count > limit) throw BadArchive("a list is too long");
  numbers.resize(count);
  a.items(numbers);
  if (std::any_of(numbers.begin(), numbers.end(), [limit](T n) { return n >= limit; }))
    throw BadArchive("a list names what there is not");
}

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

void Archive::moment(Time& moment, Time now) {
  Time from_now = moment - now;
  value(from_now);
  if (reading()) moment = now + from_now;
}

void Archive::value(double& value) {
  auto bits = std::bit_cast<std::uint64_t>(value);
  this->value(bits);
  value = std::bit_cast<double>(bits);
}

void Archive::value(float& value) {
  auto bits = std::bit_cast<std::uint32_t>(value);
  this->value(bits);
  value = std::bit_cast<float>(bits);
}

void Archive::items(std::vector<bool>& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    bool item = items[i];
    value(item);
    items[i] = item;
  }
}

void Archive::list(std::vector<std::uint32_t>& numbers, std::uint32_t limit) {
  archive_list(*this, numbers, limit);
}

void Archive::list(std::vector<std::uint64_t>& numbers, std::uint64_t limit) {
  archive_list(*this, numbers, limit);
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
