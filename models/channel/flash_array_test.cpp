#include "models/channel/flash_array_test.hpp"

#include <array>

using namespace rainier;
using namespace rainier::channel;
using namespace rainier::literals;

TEST_CASE("an unloaded read of a full page takes tR, its commands and 4320 B at 166 MT/s: 51.4 us") {
  Bench bench(Bench::default_params(1));
  bench.fill(0, 0, 1);
  const auto read = bench.submit(Kind::read, 0, {0, 0, 0});
  bench.run();
  CHECK(bench.end(read) == 25_us + 480_ns + 25'920_ns);  // 4320 B x 6 ns
}

TEST_CASE("a read of one codeword is shorter by what is not transferred") {
  Bench bench(Bench::default_params(1));
  bench.fill(0, 0, 1);
  const auto read = bench.submit(Kind::read, 0, {0, 0, 0}, 540);
  bench.run();
  CHECK(bench.end(read) == 25_us + 480_ns + 3'240_ns);
}

TEST_CASE("an unloaded program of one plane takes 256.6 us, an erase tBERS and its commands") {
  Bench bench(Bench::default_params(1));
  const auto program = bench.submit(Kind::program, 0, {0, 0, 0});
  bench.run();
  CHECK(bench.end(program) == 680_ns + 25'920_ns + 230_us);
  const auto erase = bench.submit(Kind::erase, 0, {0, 0, 0}, 0);
  bench.run();
  CHECK(bench.end(erase) - bench.end(program) == 700_us + 500_ns);
}

TEST_CASE("each timing mode moves two bytes a cycle of its clock") {
  const std::array<Time, 6> clock{50_ns, 30_ns, 20_ns, 15_ns, 12_ns, 10_ns};  // ONFI 2.1
  for (std::uint32_t mode = 0; mode < 6; ++mode) {
    Params params = Bench::default_params(1);
    params.timing_mode = mode;
    Bench bench(params);
    bench.fill(0, 0, 1);
    const auto read = bench.submit(Kind::read, 0, {0, 0, 0});
    bench.run();
    CHECK(bench.end(read) == 25_us + 480_ns + clock[mode] * (4320 / 2));
    CHECK(bench.array().bus_busy(0) == 480_ns + clock[mode] * (4320 / 2));
  }
}

TEST_CASE("the die refuses a command one tick before its array operation ends, and takes it at the tick") {
  Bench bench(Bench::default_params(1));
  bench.fill(0, 0, 2);
  nand::Die& die = bench.array().die(0);
  const auto probe = [&](Time end) {
    bench.run(end - 1_ps);
    CHECK_THROWS_AS(die.begin_read({0, 0, 0}), nand::Refusal);
    bench.run(end);
    CHECK_NOTHROW(die.begin_read({0, 0, 0}));
    die.end_read();
  };
  bench.submit(Kind::read, 0, {0, 0, 0});
  probe(25_us);
  bench.run();
  Time start = bench.now();
  bench.submit(Kind::program, 0, {1, 0, 0});
  probe(start + 680_ns + 25'920_ns + 230_us);
  start = bench.now();
  bench.submit(Kind::erase, 0, {1, 0, 0}, 0);
  probe(start + 500_ns + 700_us);
}

TEST_CASE("what the data sheet forbids is refused, through the queue as well") {
  Bench bench(Bench::default_params(1));
  bench.fill(0, 0, 2);
  CHECK_THROWS_AS(bench.submit(Kind::read, 0, {0, 2, 0}), nand::Refusal);
  SECTION("a page that holds data is not programmed again") {
    bench.submit(Kind::program, 0, {0, 1, 0});
    CHECK_THROWS_AS(bench.run(), nand::Refusal);
  }
  SECTION("pages are programmed in order") {
    bench.submit(Kind::program, 0, {0, 3, 0});
    CHECK_THROWS_AS(bench.run(), nand::Refusal);
  }
}

TEST_CASE("energy and busy time are those of what was done") {
  power::Params power = Bench::no_governor();
  Bench bench(Bench::default_params(2), Bench::default_nand(), power);
  bench.fill(0, 0, 2);
  for (std::uint16_t page : {0, 1}) bench.submit(Kind::read, 0, {0, page, 0});
  bench.submit(Kind::program, 1, {0, 0, 0});
  bench.submit(Kind::erase, 1, {3, 0, 0}, 0);
  bench.run();
  CHECK(bench.meter().joules(power::Use::read) == Approx(2 * power.read_joules));
  CHECK(bench.meter().joules(power::Use::program) == Approx(power.program_joules));
  CHECK(bench.meter().joules(power::Use::erase) == Approx(power.erase_joules));
  CHECK(bench.meter().joules(power::Use::channel) == Approx(3 * 4320 * power.byte_joules));
  const FlashCounters& c = bench.array().counters();
  CHECK(c.array_busy[0] == 50_us);
  CHECK(c.array_busy[1] == 230_us);
  CHECK(c.array_busy[2] == 700_us + 500_ns);
  CHECK(c.bus_busy == 2 * (480_ns + 25'920_ns) + 680_ns + 25'920_ns);
  CHECK(c.operations[0][0] + c.operations[1][0] + c.operations[2][0] == 4);
  CHECK(bench.array().in_flight() == 0);
}

TEST_CASE("dies are dealt to the channels in turn; channels do not wait for each other") {
  Params params = Bench::default_params(4);
  params.channels = 2;
  Bench bench(params);
  for (std::uint32_t die = 0; die < 4; ++die) {
    bench.fill(die, 0, 1);
    bench.submit(Kind::read, die, {0, 0, 0});
  }
  bench.run();
  const Time alone = 25_us + 480_ns + 25'920_ns;
  CHECK(bench.end(0) == alone);
  CHECK(bench.end(1) == alone);
  CHECK(bench.end(2) == alone + 480_ns + 25'920_ns);
  CHECK(bench.end(3) == bench.end(2));
}
