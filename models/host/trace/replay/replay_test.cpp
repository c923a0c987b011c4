#include "models/host/trace/replay/replay_trace_test.hpp"

namespace rainier::trace {
namespace {

using namespace literals;

constexpr std::uint64_t drive = 10 << 20;

ReplayOptions of(const TraceFile& file) {
  ReplayOptions options;
  options.stream.read.path = file.path();
  return options;
}

TEST_CASE("a request past the drive's end is an error, wrapped, or scaled with the trace") {
  const TraceFile file(
      "0,a,read,0,4096\n1,a,read,10483712,4096\n2,a,read,15728640,4096\n3,a,read,20967424,4096\n");
  ReplayOptions options = of(file);
  REQUIRE(complaint(file.path(), [&] { replay_of(options, drive); }) ==
          ":2: 4096 bytes at 10483712 reach past the end of the drive, which has 10485760 bytes: say with "
          "--past-end wrap or scale what becomes of such");
  const auto offsets = [&](PastEnd past_end) {
    options.past_end = past_end;
    std::vector<std::uint64_t> all;
    for (const fio::Io& io : replay_of(options, drive)) {
      REQUIRE(io.offset % 512 == 0);
      REQUIRE(io.offset + io.length <= drive);
      all.push_back(io.offset);
    }
    return all;
  };
  REQUIRE(offsets(PastEnd::wrap) == std::vector<std::uint64_t>{0, drive - 4096, 5 << 20, 10481664});
  // The trace is twice as long as the drive: region 9 becomes region 4, 15 becomes 7 and 19 becomes 9.
  REQUIRE(offsets(PastEnd::scale) == std::vector<std::uint64_t>{0, (4 << 20) + (10483712 - (9 << 20)),
                                                                7 << 20,
                                                                (9 << 20) + (20967424 - (19 << 20))});
}

TEST_CASE("scaling leaves a trace that fits where it is") {
  const TraceFile file("0,a,read,0,4096\n1,a,read,1048576,4096\n");
  ReplayOptions options = of(file);
  options.past_end = PastEnd::scale;
  REQUIRE(replay_of(options, drive)[1].offset == 1048576);
}

TEST_CASE("a request longer than the drive is an error whatever was asked for") {
  const TraceFile file("0,a,read,0,99999744\n");
  ReplayOptions options = of(file);
  options.past_end = PastEnd::wrap;
  REQUIRE(complaint(file.path(), [&] { replay_of(options, drive); }) ==
          ":1: 99999744 bytes at 0 reach past the end of the drive, which has 10485760 bytes");
}

TEST_CASE("requests that are not whole sectors are an error, expanded to those they touch, or dropped") {
  const TraceFile file("0,a,read,100,1000\n1,a,read,512,512\n2,a,write,1023,2\n");
  ReplayOptions options = of(file);
  REQUIRE(
      complaint(file.path(), [&] { replay_of(options, drive); }) ==
      ":1: 1000 bytes at 100 are not whole sectors of 512 bytes: say with --unaligned expand or drop what "
      "becomes of such");
  options.unaligned = Unaligned::expand;
  const auto all = replay_of(options, drive);
  REQUIRE(all.size() == 3);
  REQUIRE(all[0].offset == 0);
  REQUIRE(all[0].length == 1536);
  REQUIRE(all[2].offset == 512);
  REQUIRE(all[2].length == 1024);
  options.unaligned = Unaligned::drop;
  REQUIRE(replay_of(options, drive).size() == 1);
}

TEST_CASE("requests without length are an error, dropped, or made a sector; a sync has none and is played") {
  const TraceFile file("0,a,read,4096,0\n1,a,sync,0,0\n2,a,read,0,512\n");
  ReplayOptions options = of(file);
  REQUIRE(complaint(file.path(), [&] { replay_of(options, drive); }) ==
          ":1: a request without length: say with --empty drop or sector what becomes of such");
  options.empty = Empty::drop;
  REQUIRE(replay_of(options, drive).size() == 2);
  REQUIRE(replay_of(options, drive)[0].op == fio::Op::sync);
  options.empty = Empty::sector;
  REQUIRE(replay_of(options, drive)[0].length == 512);
  REQUIRE(replay_of(options, drive)[0].offset == 4096);
}

TEST_CASE("times are the trace's from its first request on, divided by the speed, or none") {
  const TraceFile file("7000000,a,read,0,512\n9000000,a,read,0,512\n8000000,a,read,512,512\n");
  ReplayOptions options = of(file);
  const auto times = [&] {
    std::vector<Time> all;
    for (const fio::Io& io : replay_of(options, drive)) all.push_back(io.not_before);
    return all;
  };
  REQUIRE(times() == std::vector<Time>{0_ms, 1_ms, 2_ms});
  options.speed = 4;
  REQUIRE(times() == std::vector<Time>{0_us, 250_us, 500_us});
  options.speed = 0.5;
  REQUIRE(times() == std::vector<Time>{0_ms, 2_ms, 4_ms});
  options.timed = false;
  REQUIRE(times() == std::vector<Time>{0_ms, 0_ms, 0_ms});
}

TEST_CASE("a speed that makes the replay longer than time can be is an error") {
  const TraceFile file("0,a,read,0,512\n1000000000000000,a,read,0,512\n");  // eleven days
  ReplayOptions options = of(file);
  options.speed = 0.01;
  REQUIRE(complaint(file.path(), [&] { replay_of(options, drive); }) ==
          ":2: the replay would last more than 106 days: raise --speed");
}

TEST_CASE("passes follow each other in time, and end by number, by drive writes or by requests") {
  const TraceFile file("0,a,write,0,1048576\n5000000,a,read,0,512\n");
  ReplayOptions options = of(file);
  options.passes = 3;
  const auto all = replay_of(options, drive);
  REQUIRE(all.size() == 6);
  REQUIRE(all[5].not_before == 15_ms);
  REQUIRE(all[4].not_before == 10_ms);
  options.passes = 1;
  options.drive_writes = 1.5;  // of 10 MiB, 1 MiB a pass
  const auto written = replay_of(options, drive);
  REQUIRE(written.size() == 29);
  options.drive_writes = 0;
  options.requests = 1;
  REQUIRE(replay_of(options, drive).size() == 1);
}

TEST_CASE("drive writes of a trace that only reads are an error, not an endless run") {
  const TraceFile file("0,a,read,0,512\n");
  ReplayOptions options = of(file);
  options.drive_writes = 1;
  REQUIRE(complaint(file.path(), [&] { replay_of(options, drive); }) ==
          ": it writes nothing: no number of passes makes the drive writes that are asked for");
}

TEST_CASE("what would need standard input twice is refused") {
  ReplayOptions options;
  options.stream.read.path = "-";
  options.past_end = PastEnd::scale;
  REQUIRE(complaint("standard input", [&] { Replay(options, drive); }) ==
          ": it would have to be read twice, to learn how far its addresses reach: give a file");
}

}  // namespace
}  // namespace rainier::trace
