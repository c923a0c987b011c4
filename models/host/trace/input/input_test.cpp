#include "models/host/trace/input/input.hpp"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <vector>

#include "models/host/trace/input/trace_file_test.hpp"
#include "sim/random/philox.hpp"

namespace rainier::trace {
namespace {

std::string gzip(const std::string& text) {
  std::string out(text.size() + 1000, '\0');
  z_stream s{};
  REQUIRE(deflateInit2(&s, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  s.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  s.avail_in = static_cast<uInt>(text.size());
  s.next_out = reinterpret_cast<Bytef*>(out.data());
  s.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&s, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - s.avail_out);
  deflateEnd(&s);
  return out;
}

std::string bzip2(const std::string& text) {
  std::string out(text.size() + 1000, '\0');
  auto size = static_cast<unsigned>(out.size());
  REQUIRE(BZ2_bzBuffToBuffCompress(out.data(), &size, const_cast<char*>(text.data()),
                                   static_cast<unsigned>(text.size()), 1, 0, 0) == BZ_OK);
  out.resize(size);
  return out;
}

std::string xz(const std::string& text) {
  std::string out(text.size() + 1000, '\0');
  std::size_t size = 0;
  REQUIRE(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, nullptr,
                                  reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                  reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size()) == LZMA_OK);
  out.resize(size);
  return out;
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);  // as the zstd command does
  const std::size_t size = ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  REQUIRE(ZSTD_isError(size) == 0);
  out.resize(size);
  return out;
}

struct Compression {
  const char* name;
  std::string (*pack)(const std::string&);
};
const std::vector<Compression> compressions{{"gzip", gzip}, {"bzip2", bzip2}, {"xz", xz}, {"zstd", zstd}};

std::string numbers(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += std::to_string(i) + "\n";
  return text;
}

std::vector<std::string> lines_of(const std::string& bytes) {
  const TraceFile file(bytes);
  Input input(file.path());
  std::vector<std::string> lines;
  for (std::string_view line; input.next_line(line);) {
    lines.emplace_back(line);
    REQUIRE(input.line() == lines.size());
  }
  return lines;
}

void read_all(Input& input) {
  for (std::string_view line; input.next_line(line);) {
  }
}

TEST_CASE("each compression is told by its first bytes and reads as the text that went in") {
  const std::string text = numbers(0, 400'000);  // more than two buffers
  const std::vector<std::string> expected = lines_of(text);
  REQUIRE(expected.size() == 400'000);
  REQUIRE(expected.back() == "399999");
  for (const Compression& c : compressions) {
    INFO(c.name);
    const TraceFile file(c.pack(text));
    Input input(file.path());
    REQUIRE(std::string(input.compression()) == c.name);
    std::size_t number = 0;
    for (std::string_view line; input.next_line(line); ++number)
      if (line != expected[number]) FAIL("line " << number);
    REQUIRE(number == expected.size());
    REQUIRE_FALSE(input.unterminated());
  }
}

TEST_CASE("files that were compressed piece by piece are read to the last piece") {
  for (const Compression& c : compressions) {
    INFO(c.name);
    REQUIRE(lines_of(c.pack(numbers(0, 1000)) + c.pack(numbers(1000, 3000))) == lines_of(numbers(0, 3000)));
  }
}

TEST_CASE(
    "compressed data that is cut off or damaged is an error wherever the cut is, and never a shorter trace") {
  Philox random(5, "cuts");
  std::string noise;
  for (int i = 0; i < 2000; ++i) noise += std::to_string(random.uint32()) + "\n";
  for (const Compression& c : compressions) {
    const std::string whole = c.pack(noise);
    for (const double share : {0.1, 0.5, 0.9, 0.999}) {
      INFO(c.name << " cut at " << share);
      const TraceFile file(
          whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size()))));
      const std::string said = complaint(file.path(), [&] {
        Input input(file.path());
        read_all(input);
      });
      REQUIRE(said == ": the compressed data ends too early: the file is cut off");
    }
    INFO(c.name << " damaged");
    std::string wrong = whole;
    for (std::size_t i = whole.size() / 2; i < whole.size() / 2 + 64; ++i)
      wrong[i] = static_cast<char>(~wrong[i]);
    const TraceFile file(wrong);
    const std::string said = complaint(file.path(), [&] {
      Input input(file.path());
      read_all(input);
    });
    REQUIRE(said == ": the compressed data is damaged");
  }
}

TEST_CASE("a line may end with LF, CRLF or the file, and a byte-order mark is no part of the first") {
  REQUIRE(lines_of("\xef\xbb\xbf"
                   "a\r\nb\n\nc") == std::vector<std::string>{"a", "b", "", "c"});
  const TraceFile file("a\nb");
  Input input(file.path());
  read_all(input);
  REQUIRE(input.unterminated());
}

TEST_CASE("a line without end is an error with its number, not a buffer that grows") {
  const TraceFile file("short\n" + std::string(3'000'000, 'x'));
  Input input(file.path());
  std::string_view line;
  REQUIRE(input.next_line(line));
  REQUIRE(complaint(file.path(), [&] { input.next_line(line); }) == ":2: a line of more than 65536 bytes");
}

TEST_CASE("a file that is not there, and a folder, are named with the reason") {
  REQUIRE(complaint("/nowhere/x", [] { Input input("/nowhere/x"); }) ==
          ": can't read it: No such file or directory");
  REQUIRE(complaint("/tmp", [] { Input input("/tmp"); }) == ": can't read it: it is a folder");
}

TEST_CASE("bytes are taken in order, after a look at the first of them") {
  const TraceFile file(numbers(0, 100'000));
  Input input(file.path());
  REQUIRE(input.peek().substr(0, 4) == "0\n1\n");
  REQUIRE(input.peek().size() == Input::longest_line);
  REQUIRE(input.take(4) == "0\n1\n");
  REQUIRE(input.position() == 4);
  std::uint64_t rest = 0;
  while (const std::size_t got = input.take(1000).size()) rest += got;
  REQUIRE(rest + 4 == numbers(0, 100'000).size());
  REQUIRE(input.position() == rest + 4);
}

}  // namespace
}  // namespace rainier::trace
