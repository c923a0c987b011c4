#include "sim/archive/compressed.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <optional>

#include "sim/random/philox.hpp"

using namespace rainier;

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::unique_ptr<std::FILE, Close> file_of(const std::string& bytes) {
  std::unique_ptr<std::FILE, Close> file(std::tmpfile());
  REQUIRE(std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size());
  std::rewind(file.get());
  return file;
}

struct Content {
  std::vector<std::uint32_t> table;
  std::vector<std::uint32_t> list;
  std::uint64_t number = 0;
  bool yes = false;
  std::string text;
  bool operator==(const Content&) const = default;

  void archive(Archive& a) {
    a.table(table.data(), table.size());
    a.list(list, 100);
    a.value(number);
    a.value(yes);
    a.text(text, 20);
  }
};

Content content(std::size_t words) {
  Philox random(1, "content");
  Content c{std::vector<std::uint32_t>(words), {99, 0, 7}, ~std::uint64_t{5}, true, "fifo"};
  for (std::size_t i = 0; i < words; ++i)
    c.table[i] = i % 3 == 0 ? random.uint32() : static_cast<std::uint32_t>(i);
  return c;
}

std::string compressed(Content c) {
  std::string bytes;
  Compressor out([&bytes](std::string_view piece) { bytes += piece; });
  c.archive(out);
  out.finish();
  return bytes;
}

Content decompressed(const std::string& bytes, std::size_t words) {
  const auto file = file_of(bytes);
  Content c{std::vector<std::uint32_t>(words), {}, 0, false, ""};
  Decompressor in(file.get());
  c.archive(in);
  in.finish();
  return c;
}

}  // namespace

TEST_CASE("what is read is what was written, a table longer than a block too") {
  for (const std::size_t words : {0, 1, 1000, 700'000}) {
    CAPTURE(words);
    CHECK(decompressed(compressed(content(words)), words) == content(words));
  }
}

TEST_CASE("a table of neighbours takes a third of its bytes and less") {
  Content c = content(100'000);
  for (std::size_t i = 0; i < c.table.size(); ++i) c.table[i] = static_cast<std::uint32_t>(i);
  CHECK(compressed(c).size() < 4 * c.table.size() / 3);
}

TEST_CASE("an archive that is cut off anywhere, or goes on, is refused") {
  const std::string bytes = compressed(content(2'000));
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 16)
    CHECK_THROWS_AS(decompressed(bytes.substr(0, size), 2'000), BadArchive);
  CHECK_THROWS_AS(decompressed(bytes.substr(0, bytes.size() - 1), 2'000), BadArchive);
  CHECK_THROWS_AS(decompressed(bytes + "x", 2'000), BadArchive);
  CHECK_THROWS_AS(decompressed(bytes, 1'999), BadArchive);
}

TEST_CASE("no byte of an archive can be changed unseen") {
  const std::string bytes = compressed(content(500));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    CAPTURE(at);
    // A few bits of a frame's header say nothing of its content.
    std::optional<Content> read;
    try {
      read = decompressed(changed, 500);
    } catch (const BadArchive&) {
    }
    CHECK((!read || *read == content(500)));
  }
}
