#include "models/controller/controller_test.hpp"

using namespace rainier;
using namespace rainier::controller;
using namespace rainier::literals;
using channel::Kind;
using channel::Source;

namespace {

constexpr std::uint32_t page = 8;  ///< sectors
constexpr Time program = 680_ns + 25'920_ns + 230_us;

}  // namespace

TEST_CASE("writes of whole pages never read, whatever they hold") {
  Bench bench(small_drive());
  for (int round = 0; round < 3; ++round) bench.alone(Operation::write, 5 * page, 16 * page);
  CHECK(bench.flash_reads() == 0);
  CHECK(bench.drive().counters().merges == 0);
  CHECK(bench.operations(Kind::program, Source::host) == 48);
}

TEST_CASE("a write of part of a page that holds data reads it first") {
  Bench bench(small_drive());
  bench.alone(Operation::write, 0, 4 * page);
  const auto before = bench.operations(Kind::program, Source::host);
  SECTION("one sector") {
    bench.alone(Operation::write, 3, 1);
    CHECK(bench.operations(Kind::read, Source::merge) == 1);
    CHECK(bench.operations(Kind::program, Source::host) == before + 1);
  }
  SECTION("a page that is not aligned: two pages, both in part") {
    bench.alone(Operation::write, 4, page);
    CHECK(bench.operations(Kind::read, Source::merge) == 2);
    CHECK(bench.operations(Kind::program, Source::host) == before + 2);
  }
  SECTION("three pages that are not aligned: the inner ones are whole") {
    bench.alone(Operation::write, 4, 3 * page);
    CHECK(bench.operations(Kind::read, Source::merge) == 2);
    CHECK(bench.operations(Kind::program, Source::host) == before + 4);
  }
  CHECK(bench.drive().counters().merges == bench.operations(Kind::read, Source::merge));
}

TEST_CASE("with one merge engine, writes of parts of pages are read one after the other") {
  DriveConfig config = small_drive();
  config.controller.acknowledge = Acknowledge::buffer;
  const auto time_of = [&](bool serial, int writes) {
    config.controller.serial_merges = serial;
    Bench bench(config);
    bench.alone(Operation::write, 0, 24 * page);
    const Time begin = bench.now();
    std::vector<std::uint32_t> sent;
    for (int i = 0; i < writes; ++i) sent.push_back(bench.send(Operation::write, (4 * i + i) * page + 3, 1));
    bench.run();
    Time last;
    for (const std::uint32_t one : sent) last = std::max(last, bench.done(one).seen);
    CHECK(bench.drive().counters().merges == static_cast<std::uint64_t>(writes));
    CHECK(bench.drive().idle());
    return last - begin;
  };
  const Time one = time_of(true, 1);
  CHECK(time_of(false, 1) == one);
  const Time read = config.nand.read_time + 25_us;  // tR and the bus, less overheads
  CHECK(time_of(true, 4) > one + 3 * read);
  CHECK(time_of(false, 4) < one + read);
}

TEST_CASE("a write of part of a page that holds nothing, or is still in the buffer, reads nothing") {
  Bench bench(small_drive());
  bench.alone(Operation::write, 3, 1);
  CHECK(bench.flash_reads() == 0);
  bench.send(Operation::write, 0, page);
  bench.run(bench.now() + 100_us);
  bench.send(Operation::write, 3, 1);
  bench.run();
  CHECK(bench.flash_reads() == 0);
}

TEST_CASE("a write is acknowledged after its program, or from the buffer") {
  DriveConfig config = small_drive();
  const Time after = Bench::latency(Bench(config).alone(Operation::write, 0, page));
  config.controller.acknowledge = Acknowledge::buffer;
  const Time from_buffer = Bench::latency(Bench(config).alone(Operation::write, 0, page));
  CHECK(after > program);
  CHECK(after < program + 10_us);
  CHECK(from_buffer < 10_us);
  CHECK(after - from_buffer == program);
}

TEST_CASE("acknowledged from the buffer, the buffer still empties") {
  DriveConfig config = small_drive();
  config.controller.acknowledge = Acknowledge::buffer;
  Bench bench(config);
  const auto write = bench.send(Operation::write, 0, 24 * page);  // a superblock
  bench.run(200_us);
  CHECK(bench.is_done(write));
  CHECK(bench.drive().buffer_used() > 0);
  bench.run();
  CHECK(bench.drive().buffer_used() == 0);
  CHECK(bench.drive().idle());
}

TEST_CASE("parity is programmed with the stripe it completes") {
  Bench bench(small_drive());  // 3 + 1
  bench.alone(Operation::write, 0, 2 * page);
  CHECK(bench.operations(Kind::program, Source::parity) == 0);
  bench.alone(Operation::write, 2 * page, 7 * page);
  CHECK(bench.operations(Kind::program, Source::parity) == 3);
}

TEST_CASE("a trim frees whole pages without a flash operation, and leaves parts alone") {
  Bench bench(small_drive());
  bench.alone(Operation::write, 0, 8 * page);
  const auto programs = bench.operations(Kind::program, Source::host);
  const Command c =
      bench.alone(Operation::trim, 4, 3 * page);  // half of page 0, pages 1 and 2, half of page 3
  CHECK(Bench::latency(c) < 10_us);
  CHECK(bench.flash_reads() == 0);
  CHECK(bench.operations(Kind::program, Source::host) == programs);
  CHECK(bench.drive().ftl().mapped() == 6);
  CHECK(bench.drive().ftl().lookup(0) != ftl::none);
  CHECK(bench.drive().ftl().lookup(1) == ftl::none);
  CHECK(bench.drive().ftl().lookup(2) == ftl::none);
  CHECK(bench.drive().ftl().lookup(3) != ftl::none);
  bench.alone(Operation::read, page, page);
  CHECK(bench.flash_reads() == 0);
  bench.alone(Operation::write, page + 1, 1);  // what was trimmed needs no merge
  CHECK(bench.drive().counters().merges == 0);
}

TEST_CASE("a flush costs the trip to the drive") {
  Bench bench(small_drive());
  const Command c = bench.alone(Operation::flush, 0, 0);
  CHECK(Bench::latency(c) < 5_us);
  CHECK(bench.drive().counters().commands[3] == 1);
}

TEST_CASE("more writes than the buffer holds wait for room, and all of them end") {
  DriveConfig config = small_drive();
  config.dram.write_buffer_bytes = 2 * config.nand.page_bytes;
  Bench bench(config);
  for (std::uint32_t i = 0; i < 40; ++i) bench.send(Operation::write, std::uint64_t{i} * 3 * page, 3 * page);
  for (int step = 0; step < 2'000 && bench.ended() < 40; ++step) {
    bench.run(bench.now() + 10_us);
    REQUIRE(bench.drive().buffer_used() <= 2);
  }
  CHECK(bench.ended() == 40);
  CHECK(bench.drive().buffer_used() == 0);
  CHECK(bench.drive().counters().write_bytes == 40 * 3 * 4096);
}

TEST_CASE("commands raise one interrupt for each count of them") {
  DriveConfig config = small_drive();
  config.controller.coalesce_count = 8;
  config.controller.coalesce_time = 1_s;
  Bench bench(config);
  for (int i = 0; i < 64; ++i) bench.send(Operation::read, 0, page);
  bench.run();
  CHECK(bench.ended() == 64);
  CHECK(bench.interrupts() >= 2);
  CHECK(bench.interrupts() <= 8);
}
