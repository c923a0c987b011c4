#include <set>

#include "models/host/trace/formats/trace_text_test.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::trace {
namespace {

using namespace literals;

TEST_CASE("every format is told by its first lines and says the same of the same requests") {
  std::set<std::string> seen;
  for (const Sample& sample : samples()) {
    INFO(sample.format);
    seen.insert(sample.format);
    const auto reader = reader_of(sample.bytes);
    REQUIRE(std::string(reader->format_name()) == sample.format);
    REQUIRE(reader->detected());
    const std::vector<Record> r = records_of(sample.bytes);
    REQUIRE(r.size() == 2);
    REQUIRE(r[0].op == fio::Op::read);
    REQUIRE(r[0].offset == 8192);
    REQUIRE(r[0].length == 4096);
    REQUIRE(r[0].time == Time());
    REQUIRE(r[1].op == fio::Op::write);
    REQUIRE(r[1].offset == 512);
    REQUIRE(r[1].length == 1536);
    REQUIRE(r[1].time == (std::string(sample.format) == "tencent" ? 5_s : 5_ms));
    REQUIRE(r[1].volume == 0);
  }
  REQUIRE(seen.size() == formats().size());
}

TEST_CASE("a format that is forced needs no telling, and ssdsim is mqsim") {
  for (const Sample& sample : samples()) REQUIRE(records_of(sample.bytes, sample.format).size() == 2);
  REQUIRE(records_of("1 0 16 8 1\n", "ssdsim").size() == 1);
  REQUIRE(
      said_of("1 0 16 8 1\n", "mqsin") ==
      ": unknown trace format \"mqsin\": expected msr, spc, mqsim, disksim, alibaba, tencent, systor, fiu, "
      "blkparse, blktrace, iolog, csv; did you mean \"mqsim\"?");
}

TEST_CASE("text reads the same with CRLF, blank lines, comments, a header and no last line end") {
  for (const Sample& sample : samples()) {
    const std::string format = sample.format;
    if (format == "blktrace") continue;
    INFO(format);
    std::string dressed = "# a comment\r\n\r\n";
    if (format == "iolog") dressed.clear();  // its first line is the version
    for (const char c : sample.bytes) dressed += c == '\n' ? "\r\n" : std::string(1, c);
    dressed.resize(dressed.size() - 2);
    REQUIRE(records_of(dressed).size() == 2);
    if (format == "iolog" || format == "csv" || format == "systor") continue;
    REQUIRE(records_of("Some,Names,Of,Columns\n" + sample.bytes).size() == 2);
  }
}

TEST_CASE("the volumes are the trace's own names") {
  const auto names = [](const std::string& bytes) {
    const auto reader = reader_of(bytes);
    std::array<Record, 9> batch;
    while (reader->next(batch) > 0) {
    }
    std::string all;
    for (std::uint32_t v = 0; v < reader->volumes().size(); ++v) all += reader->volumes().name(v) + " ";
    return all;
  };
  std::string all;
  for (const Sample& sample : samples()) all += names(sample.bytes);
  REQUIRE(all == "hm_0 0 0 0 3 1063 0 6_0 8_0 8_0 /dev/sda sda ");
  REQUIRE(names("1,hm,0,Read,0,512,1\n2,hm,1,Read,0,512,1\n3,src1,0,Write,0,512,1\n4,hm,0,Read,0,512,1\n") ==
          "hm_0 hm_1 src1_0 ");
}

TEST_CASE("times keep their last digit beyond 2^53 and at many decimals") {
  const auto r = records_of("128166385295514663,hm,0,Write,0,512,1\n128166385295514664,hm,0,Write,0,512,1\n");
  REQUIRE(r[1].time == 100_ns);
  const auto a = records_of("1,R,0,512,9007199254740993\n1,R,0,512,9007199254740994\n");
  REQUIRE(a[1].time == 1_us);
  const auto s = records_of("0,0,512,R,1456095145.000000001\n0,0,512,R,1456095145.0000000029\n");
  REQUIRE(s[1].time == 1_ns);
}

TEST_CASE("the unit of time of an MQSim trace can be said, and no other's") {
  const TraceFile file("10 0 16 8 1\n20 0 16 8 1\n");
  ReadOptions options{file.path(), "", {}, BadLines::error};
  options.options.tick = tick_us;
  std::array<Record, 4> batch;
  REQUIRE(open_trace(options)->next(batch) == 2);
  REQUIRE(batch[1].time == 10_us);
  const TraceFile other("0,16,4096,r,1.0\n");
  options.path = other.path();
  REQUIRE(complaint(other.path(), [&] { open_trace(options); }) ==
          ": a unit of time can be given for mqsim alone: that of spc is fixed");
}

TEST_CASE("a trace of the block layer can be read by its queue events") {
  for (const Sample& sample : samples()) {
    const bool binary = std::string(sample.format) == "blktrace";
    if (!binary && std::string(sample.format) != "blkparse") continue;
    const TraceFile file(sample.bytes);
    ReadOptions options{file.path(), "", {}, BadLines::error};
    options.options.event = BlockEvent::queue;
    const auto reader = open_trace(options);
    std::array<Record, 4> batch;
    if (!binary) {
      REQUIRE(reader->next(batch) == 1);
      REQUIRE(batch[0].op == fio::Op::write);
    } else {
      REQUIRE(complaint(file.path(), [&] { reader->next(batch); }) ==
              ": byte 96: there is no request in it: no queue event (--event says which count)");
    }
  }
}

TEST_CASE("discards are trims and empty flushes are syncs") {
  const auto r = records_of(
      "8,0 0 1 0.0 1 D D 16 + 8 [x]\n8,0 0 2 0.1 1 D FN 0 [x]\n8,0 0 3 0.2 1 D WFS 8 + 8 [x]\n"
      "8,0 0 4 0.3 1 D N [x]\n8,0 0 5 0.4 1 U N [x] 1\n8,0 0 6 0.5 1 m N cfq stuff\n");
  REQUIRE(r.size() == 3);
  REQUIRE(r[0].op == fio::Op::trim);
  REQUIRE(r[1].op == fio::Op::sync);
  REQUIRE(r[1].length == 0);
  REQUIRE(r[2].op == fio::Op::write);
  using namespace blktrace;
  const auto b = records_of(bytes_of_event({1, 1, 16, 4096, issue | discard | write, 0, 0, 0, 0, 0}) +
                            bytes_of_event({2, 2, 0, 0, issue | flush, 0, 0, 0, 0, 0}) +
                            bytes_of_event({3, 3, 0, 0, issue | pass_through, 0, 0, 0, 0, 0}) +
                            bytes_of_event({4, 4, 0, 0, notify, 0, 0, 0, 0, 3}) + "abc" +
                            bytes_of_event({5, 5, 8, 512, complete | read, 0, 0, 0, 0, 0}));
  REQUIRE(b.size() == 2);
  REQUIRE(b[0].op == fio::Op::trim);
  REQUIRE(b[1].op == fio::Op::sync);
}

TEST_CASE("blktrace's records are read in either byte order") {
  std::string bytes = samples()[9].bytes;
  REQUIRE(std::string(samples()[9].format) == "blktrace");
  const std::vector<std::size_t> fields{4, 4, 8, 8, 4, 4, 4, 4, 4, 2, 2};
  std::string swapped;
  std::size_t at = 0;
  for (int record = 0; record < 2; ++record)
    for (const std::size_t size : fields) {
      std::string field = bytes.substr(at, size);
      swapped.append(field.rbegin(), field.rend());
      at += size;
    }
  const auto a = records_of(bytes), b = records_of(swapped);
  REQUIRE(b.size() == 2);
  for (int i : {0, 1}) {
    REQUIRE(a[i].offset == b[i].offset);
    REQUIRE(a[i].time == b[i].time);
  }
}

TEST_CASE("version 2 of the iolog waits in us, of which less than 100 are nothing") {
  const auto r = records_of(
      "fio version 2 iolog\n/dev/sda add\n/dev/sda open\n/dev/sda read 0 4096\n/dev/sda wait 99 0\n"
      "/dev/sda read 0 4096\n/dev/sda wait 250 0\n/dev/sda sync\n/dev/sda trim 0 4096\n/dev/sda datasync\n");
  REQUIRE(r.size() == 5);
  REQUIRE(r[1].time == Time());
  REQUIRE(r[2].time == 250_us);
  REQUIRE(r[2].op == fio::Op::sync);
  REQUIRE(r[3].op == fio::Op::trim);
  REQUIRE(r[4].op == fio::Op::datasync);
}

TEST_CASE("blank types of SYSTOR are passed over and counted") {
  const auto reader = reader_of("1.5,0.1,,0,0,512\n1.6,0.1,R,0,0,512\n");
  std::array<Record, 4> batch;
  REQUIRE(reader->next(batch) == 1);
  REQUIRE(reader->counts().passed_over == 1);
}

}  // namespace
}  // namespace rainier::trace
