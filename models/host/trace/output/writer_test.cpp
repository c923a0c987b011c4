#include "models/host/trace/output/writer.hpp"

#include <array>

#include "models/host/trace/formats/trace_text_test.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::trace {
namespace {

using namespace literals;

std::string written(const std::string& format, const std::vector<Record>& records) {
  const auto writer = make_writer(format);
  REQUIRE(writer != nullptr);
  std::string out;
  writer->begin(out);
  for (const Record& record : records) writer->add(record, record.volume == 0 ? "sda" : "sdb", out);
  writer->end(out);
  return out;
}

TEST_CASE("what is written in a format reads as the same requests again") {
  std::vector<Record> records;
  for (int i = 0; i < 50; ++i)
    records.push_back({1_ms * i, std::uint64_t{4096} * static_cast<unsigned>(i * 7 % 50),
                       512U * static_cast<unsigned>(i % 9 + 1), static_cast<std::uint32_t>(i % 2), 0,
                       i % 3 == 0 ? fio::Op::write : fio::Op::read});
  for (const std::string& format : writable_formats()) {
    INFO(format);
    const auto again = records_of(written(format, records), format);
    REQUIRE(again.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      REQUIRE(again[i].time == records[i].time);
      REQUIRE(again[i].offset == records[i].offset);
      REQUIRE(again[i].length == records[i].length);
      REQUIRE(again[i].volume == records[i].volume);
      REQUIRE(again[i].op == records[i].op);
    }
    REQUIRE(records_of(written(format, records)).size() == records.size());  // and is told by its first lines
  }
}

TEST_CASE("what a format has no word for is left out, and said to be") {
  const Record trim{0_s, 0, 4096, 0, 0, fio::Op::trim}, sync{0_s, 0, 0, 0, 0, fio::Op::sync},
      empty{0_s, 0, 0, 0, 0, fio::Op::read};
  const auto can = [](const std::string& format, const Record& record) {
    std::string out;
    return make_writer(format)->add(record, "sda", out) == !out.empty() && !out.empty();
  };
  REQUIRE(can("csv", trim));
  REQUIRE(can("csv", sync));
  REQUIRE(can("csv", empty));
  REQUIRE(can("iolog", trim));
  REQUIRE(can("iolog", sync));
  REQUIRE_FALSE(can("iolog", empty));
  REQUIRE_FALSE(can("mqsim", trim));
  REQUIRE_FALSE(can("mqsim", sync));
  REQUIRE(can("blktrace", trim));
  REQUIRE(can("blktrace", sync));
  REQUIRE_FALSE(can("blktrace", empty));
}

TEST_CASE("the iolog opens each volume before its first request and closes it at the end") {
  const std::vector<Record> records{{0_s, 0, 512, 0, 0, fio::Op::read}, {2_ms, 0, 512, 1, 0, fio::Op::write}};
  REQUIRE(written("iolog", records) ==
          "fio version 3 iolog\n0 sda add\n0 sda open\n0 sda read 0 512\n2000 sdb add\n2000 sdb open\n"
          "2000 sdb write 0 512\n2000 sda close\n2000 sdb close\n");
}

TEST_CASE("a request longer than a blktrace record can say is written in pieces that cover it") {
  const std::uint64_t length = 5'000'000'000 / 512 * 512;
  const auto pieces = records_of(written("blktrace", {{0_s, 512, length, 0, 0, fio::Op::read}}));
  REQUIRE(pieces.size() == 3);
  std::uint64_t at = 512;
  for (const Record& piece : pieces) {
    REQUIRE(piece.offset == at);
    at += piece.length;
  }
  REQUIRE(at == 512 + length);
}

}  // namespace
}  // namespace rainier::trace
