#include "models/host/trace/formats/trace_text_test.hpp"
#include "sim/random/philox.hpp"

namespace rainier::trace {
namespace {

/// One of the ways in which files get damaged.
std::string damaged(std::string bytes, Philox& random) {
  static const std::vector<std::string> scraps{",",
                                               " ",
                                               "\n",
                                               "\r",
                                               "\t",
                                               "-",
                                               ".",
                                               "0",
                                               "18446744073709551615",
                                               "18446744073709551616",
                                               "+",
                                               std::string(1, '\0'),
                                               "\xff",
                                               "R",
                                               "Write",
                                               "#",
                                               "9223372036854775807.999999999",
                                               "8,0",
                                               "e5",
                                               "0x",
                                               "wait"};
  const std::uint64_t times = 1 + random.below(4);
  for (std::uint64_t i = 0; i < times; ++i) {
    const std::size_t at = bytes.empty() ? 0 : random.below(bytes.size());
    switch (random.below(6)) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        bytes.insert(at, scraps[random.below(scraps.size())]);
        break;
      case 2:
        bytes.erase(at, 1 + random.below(8));
        break;
      case 3:
        bytes.resize(at);
        break;
      case 4:
        bytes.insert(at, bytes.substr(0, random.below(bytes.size() + 1)));
        break;
      default:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
    }
  }
  return bytes;
}

/// Reads it to its end or to the first complaint. Whatever was read must be a request that can exist.
std::size_t read_what_can_be(const std::string& bytes, const std::string& format, BadLines bad_lines) {
  std::size_t all = 0;
  const std::string said = complaint("T", [&] {
    const auto reader = reader_of(bytes, format, bad_lines);
    std::array<Record, 16> batch;
    while (const std::size_t count = reader->next(batch)) {
      for (std::size_t i = 0; i < count; ++i) {
        REQUIRE(batch[i].offset + batch[i].length >= batch[i].offset);
        REQUIRE(batch[i].volume < reader->volumes().size());
        REQUIRE(batch[i].line > 0);
      }
      all += count;
    }
    REQUIRE(reader->counts().requests == all);
  });
  REQUIRE(said.find('\n') == std::string::npos);
  return all;
}

TEST_CASE("no damage to a trace of any format does more than end it with one line") {
  Philox random(20, "fuzz.trace");
  std::size_t requests = 0;
  for (const Sample& sample : samples()) {
    INFO(sample.format);
    for (int i = 0; i < 600; ++i) {
      const std::string bytes = damaged(sample.bytes, random);
      CAPTURE(bytes);
      requests += read_what_can_be(bytes, i % 2 == 0 ? sample.format : "",
                                   i % 3 == 0 ? BadLines::skip : BadLines::error);
    }
  }
  REQUIRE(requests > 1000);
}

TEST_CASE("noise is refused by every parser, or read as what it happens to be") {
  Philox random(21, "fuzz.noise");
  static const std::string alphabet = "0123456789,,,  \n\n.RWrwD+-#xe";
  for (const FormatDescription& format : formats())
    for (int i = 0; i < 200; ++i) {
      std::string bytes;
      const std::uint64_t size = random.below(400);
      while (bytes.size() < size)
        bytes += i % 2 == 0 ? alphabet[random.below(alphabet.size())] : static_cast<char>(random.below(256));
      CAPTURE(bytes);
      read_what_can_be(bytes, format.name, i % 4 < 2 ? BadLines::skip : BadLines::error);
    }
}

}  // namespace
}  // namespace rainier::trace
