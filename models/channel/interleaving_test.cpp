#include <algorithm>

#include "models/channel/flash_array_test.hpp"

using namespace rainier;
using namespace rainier::channel;
using namespace rainier::literals;

namespace {

// physics.md, section 3, with the P320h's figures in seconds.
constexpr double read_command = 0.48e-6, program_command = 0.68e-6, transfer = 25.92e-6, tr = 25e-6,
                 tprog = 230e-6;

double reads_bound(int dies) {
  return std::min(1 / (read_command + transfer), dies / (read_command + tr + transfer));
}
double programs_bound(int dies, int planes) {
  const double bus = program_command + planes * transfer;
  return std::min(planes / bus, dies * planes / (bus + tprog));
}

/// Keeps every die of one channel supplied with two reads; pages a second in steady state.
double measured_reads(std::uint32_t dies, bool cache) {
  Params params = Bench::default_params(dies);
  params.cache = cache;
  Bench bench(params);
  std::vector<std::uint32_t> die_of;
  for (std::uint32_t die = 0; die < dies; ++die) bench.fill(die, 0, 1);
  const auto read = [&](std::uint32_t die) {
    die_of.push_back(die);
    bench.submit(Kind::read, die, {0, 0, 0});
  };
  for (std::uint32_t die = 0; die < dies; ++die)
    for (int i = 0; i < 2; ++i) read(die);
  std::size_t counted = 0;
  const Time warm = 2_ms, end = 42_ms;
  bench.run(end, [&](std::uint32_t owner) {
    counted += bench.now() > warm;
    read(die_of[owner]);
  });
  return static_cast<double>(counted) / (end - warm).seconds();
}

double measured_programs(std::uint32_t dies, bool cache, std::uint32_t planes) {
  Params params = Bench::default_params(dies);
  params.cache = cache;
  params.multi_plane = planes == 2;
  nand::Params nand = Bench::default_nand();
  nand.plane_busy_time = Time();
  Bench bench(params, nand);
  std::vector<std::uint32_t> die_of, next(dies, 0);
  const auto program = [&](std::uint32_t die) {
    const std::uint32_t page = next[die] / planes;
    const std::uint32_t plane = next[die]++ % planes;
    die_of.push_back(die);
    bench.submit(Kind::program, die,
                 {static_cast<std::uint16_t>(page / 128), static_cast<std::uint16_t>(page % 128),
                  static_cast<std::uint8_t>(plane)});
  };
  for (std::uint32_t die = 0; die < dies; ++die)
    for (std::uint32_t i = 0; i < 3 * planes; ++i) program(die);
  std::size_t counted = 0;
  const Time warm = 10_ms, end = 210_ms;
  bench.run(end, [&](std::uint32_t owner) {
    counted += bench.now() > warm;
    program(die_of[owner]);
  });
  return static_cast<double>(counted) / (end - warm).seconds();
}

}  // namespace

TEST_CASE("reads of dies that share a channel reach the bound of bus and dies") {
  for (const std::uint32_t dies : {1u, 2u, 4u, 16u})
    CHECK(measured_reads(dies, false) == Approx(reads_bound(static_cast<int>(dies))).epsilon(0.003));
}

TEST_CASE("cache reads hide tR behind the transfer, so that one die fills the bus") {
  CHECK(measured_reads(1, true) == Approx(1 / (read_command + transfer)).epsilon(0.003));
  CHECK(measured_reads(1, true) > 1.9 * measured_reads(1, false));
}

TEST_CASE("programs of dies that share a channel reach the bound of bus and dies") {
  for (const std::uint32_t dies : {1u, 4u, 8u, 9u, 10u, 16u})
    CHECK(measured_programs(dies, false, 1) ==
          Approx(programs_bound(static_cast<int>(dies), 1)).epsilon(0.01));
}

TEST_CASE("cache programs hide the transfer behind tPROG") {
  CHECK(measured_programs(1, true, 1) == Approx(1 / tprog).epsilon(0.003));
}

TEST_CASE("two planes at once program twice the pages in one tPROG") {
  for (const std::uint32_t dies : {1u, 2u, 4u, 8u})
    CHECK(measured_programs(dies, false, 2) ==
          Approx(programs_bound(static_cast<int>(dies), 2)).epsilon(0.01));
}
