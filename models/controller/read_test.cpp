#include "models/controller/controller_test.hpp"

using namespace rainier;
using namespace rainier::controller;
using namespace rainier::literals;
using channel::Kind;
using channel::Source;

namespace {

constexpr std::uint32_t page = 8;  ///< sectors

}  // namespace

TEST_CASE("reads of pages that hold nothing take no flash time") {
  Bench bench(small_drive());
  const Command c = bench.alone(Operation::read, 0, page);
  CHECK(bench.flash_reads() == 0);
  CHECK(bench.drive().counters().unmapped_pages == 1);
  CHECK(Bench::latency(c) < 10_us);
}

TEST_CASE("a read moves the codewords it needs, not the page") {
  Bench bench(small_drive());
  bench.alone(Operation::write, 0, page);
  const Command whole = bench.alone(Operation::read, 0, page);
  const Command sector = bench.alone(Operation::read, 3, 1);
  const Command two = bench.alone(Operation::read, 3, 2);
  CHECK(whole.transfer == 480_ns + 25'920_ns);
  CHECK(sector.transfer == 480_ns + 3'240_ns);
  CHECK(two.transfer == 480_ns + 6'480_ns);
  CHECK(whole.array == 25_us);
}

TEST_CASE("a read of a page whose program is under way is served from the buffer") {
  Bench bench(small_drive());
  const auto write = bench.send(Operation::write, 0, page);
  bench.run(100_us);
  REQUIRE_FALSE(bench.is_done(write));
  const auto read = bench.send(Operation::read, 0, page);
  bench.run(150_us);
  CHECK(bench.is_done(read));
  CHECK(bench.drive().counters().buffer_hits == 1);
  CHECK(bench.flash_reads() == 0);
  bench.run();
  CHECK(bench.is_done(write));
}

TEST_CASE("a read across page boundaries is one read on each die, and its data are delivered once") {
  Bench bench(small_drive());
  bench.alone(Operation::write, 0, 4 * page);
  const auto posted = bench.drive().link().posted_bytes();
  const auto completed = bench.interrupts();
  bench.alone(Operation::read, 7, page + 2);  // the last sector of page 0, page 1, the first of page 2
  CHECK(bench.operations(Kind::read, Source::host) == 3);
  CHECK(bench.drive().link().posted_bytes() - posted == 10 * 512 + 8 + 4 * (bench.interrupts() - completed));
}

TEST_CASE("a command of the whole drive, and its last sector alone, reach the last page") {
  const DriveConfig config = small_drive();
  Bench bench(config);
  const auto sectors = static_cast<std::uint32_t>(config.capacity_bytes / 512);
  REQUIRE(sectors < 65'535);
  bench.alone(Operation::write, 0, sectors);
  CHECK(bench.drive().ftl().mapped() == config.logical_pages());
  const Command last = bench.alone(Operation::read, sectors - 1, 1);
  CHECK(last.array == 25_us);
  bench.alone(Operation::read, 0, sectors);
  CHECK(bench.operations(Kind::read, Source::host) == config.logical_pages() + 1);
  CHECK(bench.drive().counters().read_bytes == config.capacity_bytes + 512);
  CHECK(bench.drive().ftl().consistent());
}

TEST_CASE("the host's stages of a read add up to its latency") {
  Bench bench(small_drive());
  bench.alone(Operation::write, 0, page);
  const Command c = bench.alone(Operation::read, 0, page);
  CHECK(c.die_wait == Time());
  CHECK(c.channel_wait == Time());
  CHECK(c.requested <= c.arrived);
  CHECK(c.arrived <= c.dispatched);
  CHECK(c.posted > c.dispatched + 25_us + 26'400_ns);
  CHECK(c.posted < c.dispatched + 25_us + 26'400_ns + 5_us);  // DRAM, link, completion
  CHECK(c.seen >= c.posted);
}

TEST_CASE("a read that is under way keeps its block from being erased") {
  // A drive of one die: a trim empties every page of a superblock while a read of it waits behind programs,
  // and the writes that follow make GC want that superblock.
  DriveConfig config = small_drive();
  config.channel.channels = config.channel.dies = 1;
  config.channel.scheduler = channel::Scheduler::fifo;
  config.ftl.parity = 0;
  config.ftl.frontier = 1;
  provision(config, 0.5);
  Bench bench(config);
  const auto pages = config.logical_pages();
  const auto user = bench.drive().ftl().layout().user_units();
  bench.alone(Operation::write, 0, pages * page);
  // Overwrite all of superblock 0 but its last page, so that it is the emptiest; then keep reading that page
  // while the overwriting goes on and takes it away.
  std::vector<std::uint32_t> reads;
  for (std::uint32_t round = 0; round < 200; ++round) {
    for (std::uint32_t i = 0; i < user; ++i) bench.send(Operation::write, std::uint64_t{i} * page, page);
    reads.push_back(bench.send(Operation::read, (user - 1) * page, page));
    bench.run(bench.now() + 700_us);
  }
  bench.run();  // an erase under a read would be refused: the read of a page that is not programmed
  for (const std::uint32_t read : reads) CHECK(bench.is_done(read));
  CHECK(bench.operations(Kind::erase, Source::gc) > 50);
  CHECK(bench.drive().idle());
}
