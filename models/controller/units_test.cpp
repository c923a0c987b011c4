#include "models/controller/controller_test.hpp"

using namespace rainier;
using namespace rainier::controller;
using namespace rainier::literals;
using channel::Kind;
using channel::Source;

namespace {

/// Two mapping units of 2 KiB on each page of 4 KiB.
DriveConfig halved() {
  DriveConfig config = small_drive();
  config.controller.acknowledge = Acknowledge::buffer;
  config.ftl.unit_bytes = 2048;
  provision(config, 0.25);
  return config;
}

constexpr std::uint32_t unit = 4;  ///< sectors

}  // namespace

TEST_CASE("two units share a page: it is programmed when both are there") {
  Bench bench(halved());
  bench.alone(Operation::write, 0, unit);
  CHECK(bench.operations(Kind::program, Source::host) == 0);
  CHECK(bench.drive().buffer_used() == 1);
  bench.alone(Operation::write, 100 * unit, unit);
  CHECK(bench.operations(Kind::program, Source::host) == 1);
  CHECK(bench.drive().buffer_used() == 0);
}

TEST_CASE("a unit that waits for its page is read from the buffer") {
  Bench bench(halved());
  bench.alone(Operation::write, 0, unit);
  bench.alone(Operation::read, 0, unit);
  CHECK(bench.flash_reads() == 0);
  CHECK(bench.drive().counters().buffer_hits == 1);
}

TEST_CASE("units that follow each other in a page are read by one operation") {
  Bench bench(halved());
  bench.alone(Operation::write, 0, 8 * unit);
  CHECK(bench.operations(Kind::program, Source::host) == 4);
  bench.alone(Operation::read, 0, 8 * unit);
  CHECK(bench.operations(Kind::read, Source::host) == 4);
  bench.alone(Operation::read, unit, 2 * unit);  // the end of one page, the beginning of the next
  CHECK(bench.operations(Kind::read, Source::host) == 6);
}

TEST_CASE("a write of a whole unit reads nothing, a part of one merges that unit alone") {
  Bench bench(halved());
  bench.alone(Operation::write, 0, 4 * unit);
  bench.alone(Operation::write, unit, unit);
  CHECK(bench.flash_reads() == 0);
  bench.alone(Operation::write, 2 * unit, 1);
  CHECK(bench.operations(Kind::read, Source::merge) == 1);
}

TEST_CASE("half the unit is half the write amplification of small random writes") {
  const auto programs = [](std::uint64_t unit_bytes) {
    DriveConfig config = halved();
    config.ftl.unit_bytes = unit_bytes;
    config.capacity_bytes = 1 << 20;  // GC has next to nothing to do
    Bench bench(config);
    for (std::uint32_t i = 0; i < 256; ++i) bench.alone(Operation::write, (i * 37 % 256) * 8, 4);
    return bench.operations(Kind::program, Source::host);
  };
  CHECK(programs(4096) == 256);
  CHECK(programs(2048) == 128);
}

TEST_CASE("a posted page waits for its neighbour plane's, so that one program takes both") {
  DriveConfig config = small_drive();
  config.nand.planes = 2;
  config.ftl.planes = 2;
  config.channel.multi_plane = true;
  config.ftl.parity = 0;
  config.controller.acknowledge = Acknowledge::buffer;
  provision(config, 0.25);
  Bench bench(config);
  bench.alone(Operation::write, 0, 4 * 8);  // the first plane of all four dies
  CHECK(bench.operations(Kind::program, Source::host) == 0);
  const Time before = bench.now();
  bench.alone(Operation::write, 4 * 8, 4 * 8);  // the second
  CHECK(bench.operations(Kind::program, Source::host) == 8);
  CHECK(bench.drive().flash().counters().multi_plane == 4);
  CHECK(bench.now() - before < 2 * 230_us);
  SECTION("and does not wait for ever") {
    bench.alone(Operation::write, 8 * 8, 8);
    CHECK_FALSE(bench.drive().idle());
    bench.drive().release_held();
    bench.run();
    CHECK(bench.drive().idle());
  }
}

TEST_CASE("firmware takes its time for each command, and twice for each copy of GC") {
  DriveConfig config = small_drive();
  const Time hardware = Bench::latency(Bench(config).alone(Operation::read, 0, 8));
  config.controller.map_time = 20_us;
  CHECK(Bench::latency(Bench(config).alone(Operation::read, 0, 8)) == hardware + 20_us);

  config.controller.cores = 2;
  Bench bench(config);
  Philox random(1, "copies");
  const std::uint64_t pages = config.logical_pages();
  for (std::uint64_t i = 0; i < 3 * pages; ++i)
    bench.alone(Operation::write, i < pages ? i * 8 : random.below(pages) * 8, 8);
  const auto copies = bench.operations(Kind::read, Source::gc);
  CHECK(copies > pages / 10);
  CHECK(bench.drive().cores().map_busy() == 20_us * static_cast<std::int64_t>(3 * pages + 2 * copies));
}
