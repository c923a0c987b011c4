#include <set>

#include "models/channel/flash_array_test.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::channel;
using namespace rainier::literals;

namespace {

constexpr Time page_transfer = 25'920_ns;

}  // namespace

TEST_CASE("read-first lets a read pass programs that wait; first in, first out does not") {
  Params params = Bench::default_params(1);
  params.cache = false;
  const auto read_first = GENERATE(true, false);
  params.scheduler = read_first ? Scheduler::read_first : Scheduler::fifo;
  Bench bench(params);
  bench.fill(0, 9, 1);
  for (std::uint16_t page = 0; page < 4; ++page) bench.submit(Kind::program, 0, {0, page, 0});
  const auto read = bench.submit(Kind::read, 0, {9, 0, 0});
  bench.run();
  const Time program = 680_ns + page_transfer + 230_us;
  const Time alone = 25_us + 480_ns + page_transfer;
  CHECK(bench.end(read) == program * (read_first ? 1 : 4) + alone);
}

TEST_CASE("read-first lets a read's data pass programs that wait for the channel") {
  Params params = Bench::default_params(9);
  const auto read_first = GENERATE(true, false);
  params.scheduler = read_first ? Scheduler::read_first : Scheduler::fifo;
  Bench bench(params);
  bench.fill(8, 0, 1);
  const auto read = bench.submit(Kind::read, 8, {0, 0, 0});
  for (std::uint32_t die = 0; die < 8; ++die) bench.submit(Kind::program, die, {0, 0, 0});
  bench.run();
  // The read leaves its array at 25 us, while the first program's data are on the bus until 26.6 us.
  const Time program_bus = 680_ns + page_transfer;
  CHECK(bench.end(read) == program_bus * (read_first ? 1 : 8) + 480_ns + page_transfer);
}

TEST_CASE("without cache operations the next read waits until the data have left the page register") {
  const auto cache = GENERATE(true, false);
  Params params = Bench::default_params(1);
  params.cache = cache;
  Bench bench(params);
  bench.fill(0, 0, 2);
  bench.submit(Kind::read, 0, {0, 0, 0});
  const auto second = bench.submit(Kind::read, 0, {0, 1, 0});
  bench.run();
  const Time bus = 480_ns + page_transfer;
  CHECK(bench.end(second) == 25_us + bus + (cache ? bus : 25_us + bus));
}

TEST_CASE("pages of two planes are paired where their numbers match, and count as two pages") {
  Params params = Bench::default_params(1);
  params.multi_plane = true;
  Bench bench(params);
  bench.fill(0, 40, 1, 0);  // occupies the array, so that the programs queue up
  bench.submit(Kind::read, 0, {40, 0, 0});
  SECTION("same page number, different planes: one tPROG") {
    const auto first = bench.submit(Kind::program, 0, {0, 0, 0});
    const auto second = bench.submit(Kind::program, 0, {5, 0, 1});
    bench.run();
    CHECK(bench.end(first) == bench.end(second));
    CHECK(bench.array().counters().multi_plane == 1);
    CHECK(bench.array().counters().array_busy[1] == 230'500_ns);  // with tDBSY
    CHECK(bench.meter().joules(power::Use::program) == Approx(2 * power::Params{}.program_joules));
  }
  SECTION("different page numbers") {
    bench.fill(0, 5, 1, 1);
    const auto first = bench.submit(Kind::program, 0, {0, 0, 0});
    const auto second = bench.submit(Kind::program, 0, {5, 1, 1});
    bench.run();
    CHECK(bench.end(second) >= bench.end(first) + 230_us);
    CHECK(bench.array().counters().multi_plane == 0);
  }
  SECTION("the same plane") {
    const auto first = bench.submit(Kind::program, 0, {0, 0, 0});
    const auto second = bench.submit(Kind::program, 0, {5, 0, 0});
    bench.run();
    CHECK(bench.end(second) >= bench.end(first) + 230_us);
    CHECK(bench.array().counters().multi_plane == 0);
  }
  CHECK(bench.array().counters().operations[1][0] == 2);
}

TEST_CASE("reads and erases of two planes are paired as well") {
  Params params = Bench::default_params(1);
  params.multi_plane = true;
  params.scheduler = Scheduler::fifo;
  Bench bench(params);
  bench.fill(0, 1, 1, 0);
  bench.fill(0, 2, 1, 1);
  bench.submit(Kind::erase, 0, {30, 0, 0}, 0);
  bench.submit(Kind::read, 0, {1, 0, 0});
  bench.submit(Kind::read, 0, {2, 0, 1});
  bench.submit(Kind::erase, 0, {1, 0, 0}, 0);
  bench.submit(Kind::erase, 0, {2, 0, 1}, 0);
  bench.run();
  const FlashCounters& c = bench.array().counters();
  CHECK(c.multi_plane == 2);
  CHECK(c.operations[0][0] == 2);
  CHECK(c.operations[2][0] == 3);
  CHECK(c.array_busy[0] == 25_us);
  CHECK(c.array_busy[2] == 2 * 700'500_ns);
  CHECK(bench.array().die(0).programmed({2, 0, 1}) == 0);
}

TEST_CASE("programs wait for the power governor, reads pass them") {
  power::Params power;
  power.cap_watts = 11;
  power.idle_watts = 10;
  power.burst_joules = 0;
  power.program_joules = 26e-6;
  power.read_joules = 0;
  power.byte_joules = 0;
  Params params = Bench::default_params(8);
  params.channels = 8;
  Bench bench(params, Bench::default_nand(), power);
  for (std::uint32_t die = 0; die < 8; ++die) bench.submit(Kind::program, die, {0, 0, 0});
  bench.fill(7, 9, 1);
  const auto read = bench.submit(Kind::read, 7, {9, 0, 0});
  bench.run();
  // One watt above idle pays for a program every 26 us.
  const Time alone = 680_ns + page_transfer + 230_us;
  for (std::uint32_t die = 1; die < 7; ++die)
    CHECK((bench.end(die) - bench.end(die - 1)).us() == Approx(26).margin(0.01));
  CHECK(bench.end(0) == alone);
  CHECK(bench.end(read) == 25_us + 480_ns + page_transfer);
  CHECK(bench.end(7).us() == Approx(alone.us() + 7 * 26).margin(0.1));
}

TEST_CASE("every operation ends exactly once, whatever the mix, the scheduler and the options") {
  const auto scheduler = GENERATE(Scheduler::fifo, Scheduler::read_first);
  const auto cache = GENERATE(false, true);
  const auto multi_plane = GENERATE(false, true);
  const auto governor = GENERATE(false, true);
  Params params = Bench::default_params(5);
  params.channels = 2;
  params.scheduler = scheduler;
  params.cache = cache;
  params.multi_plane = multi_plane;
  power::Params power;
  power.governor = governor;
  power.cap_watts = 10.5;
  power.burst_joules = 5e-5;
  nand::Params nand = Bench::default_nand();
  nand.pages_per_block = 16;
  Bench bench(params, nand, power);
  for (std::uint32_t die = 0; die < 5; ++die)
    for (std::uint8_t plane : {0, 1}) bench.fill(die, 63, 16, plane);
  // Blocks are programmed page by page over both planes and erased once they are full; block 63 is read.
  std::vector<std::uint32_t> next(5, 0);
  Philox random(1, "mix");
  for (int i = 0; i < 4'000; ++i) {
    const auto die = static_cast<std::uint32_t>(random.below(5));
    const auto page = static_cast<std::uint16_t>(random.below(16));
    const auto plane = static_cast<std::uint8_t>(random.below(2));
    if (random.below(2) == 0) {
      bench.submit(Kind::read, die, {63, page, plane}, 540 * (1 + page % 8));
    } else {
      const std::uint32_t n = next[die]++;
      const std::uint32_t in_pair = n % 34;
      const std::uint16_t block = static_cast<std::uint16_t>(n / 34 % 60);
      if (in_pair < 32)
        bench.submit(
            Kind::program, die,
            {block, static_cast<std::uint16_t>(in_pair / 2), static_cast<std::uint8_t>(in_pair % 2)});
      else
        bench.submit(Kind::erase, die, {block, 0, static_cast<std::uint8_t>(in_pair - 32)}, 0);
    }
    if (i % 64 == 0) bench.run(bench.now() + 3_ms);
  }
  bench.run();
  CHECK(bench.ended() == bench.submitted());
  CHECK(bench.array().in_flight() == 0);
  CHECK((bench.array().counters().multi_plane > 0) == multi_plane);
  std::uint64_t counted = 0;
  for (const auto& kind : bench.array().counters().operations) counted += kind[0];
  CHECK(counted == bench.submitted());
}
