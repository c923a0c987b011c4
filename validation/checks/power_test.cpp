#include <catch2/catch.hpp>
#include <numeric>

#include "validation/checks/test_drive_test.hpp"

using namespace rainier;
using namespace rainier::checks;
using namespace rainier::literals;

namespace {

constexpr double scale = 1.0 / 32;
const std::vector<std::string> sequential_writes{"rw=write", "bs=128k", "iodepth=256"};
const std::vector<std::string> random_writes{"rw=randwrite", "bs=4k", "iodepth=32", "numjobs=8",
                                             "norandommap"};

/// What a page written in order costs: its program and its way over the channel, and a share of the parity's
/// and of an erase.
double joules_per_page(const controller::DriveConfig& c) {
  const double stripe = (c.ftl.parity + 1.0) / c.ftl.parity;
  const double page = c.power.program_joules +
                      c.power.byte_joules * static_cast<double>(c.nand.page_bytes + c.nand.spare_bytes);
  return stripe * (page + c.power.erase_joules / c.nand.pages_per_block);
}

/// Energy of a window from its operations, with the prices of the configuration.
double priced(const controller::DriveConfig& c, const drive::Usage& u) {
  const auto all = [&](channel::Kind kind) {
    const auto& by_source = u.flash.operations[static_cast<std::size_t>(kind)];
    return static_cast<double>(std::accumulate(by_source.begin(), by_source.end(), std::uint64_t{0}));
  };
  const auto page = static_cast<double>(c.nand.page_bytes + c.nand.spare_bytes);
  const double moved = (all(channel::Kind::read) + all(channel::Kind::program)) * page;
  return all(channel::Kind::read) * c.power.read_joules +
         all(channel::Kind::program) * c.power.program_joules +
         all(channel::Kind::erase) * c.power.erase_joules + moved * c.power.byte_joules;
}

}  // namespace

TEST_CASE("sustained writes run at the power cap and their 10 ms RMS stays under it") {
  const bool random = GENERATE(false, true);
  const double cap = GENERATE(22.0, 25.0);
  CAPTURE(random, cap);
  const auto config = drive_config("p320h-700", scale, {"power.cap=" + std::to_string(cap) + "W"});
  TestDrive drive(config, host_params("linux-fio"), random ? "seq:128KiB:1,rand:4KiB:1.5" : "seq:128KiB:1");
  const Window window = drive.measure(random ? random_writes : sequential_writes, 100_ms, 300_ms);
  const double watts = config.power.idle_watts + window.usage.active_joules() / window.usage.seconds();
  const double peak = drive->controller().meter().peak_rms_watts();
  CAPTURE(watts, peak);
  CHECK(watts <= cap * 1.001);
  CHECK(watts > cap * 0.98);
  CHECK(peak <= cap * 1.03);
  CHECK(peak >= watts * 0.999);
}

TEST_CASE("the energy of a run is that of its reads, programs, erases and transfers") {
  const auto config = drive_config("p320h-700", scale);
  TestDrive drive(config, host_params("linux-fio"), "seq:128KiB:1,rand:4KiB:1.5");
  const Window window = drive.measure(random_writes, 50_ms, 300_ms);
  const drive::Usage& u = window.usage;
  CHECK(u.active_joules() == Approx(std::accumulate(u.joules.begin(), u.joules.end(), 0.0)));
  CHECK(u.active_joules() == Approx(priced(config, u)).epsilon(0.002));
}

TEST_CASE("power-bound sequential writes follow what the cap leaves over idle, by the energy of a page") {
  const double cap = GENERATE(18.0, 21.0, 25.0);
  CAPTURE(cap);
  const auto config = drive_config("p320h-700", scale, {"power.cap=" + std::to_string(cap) + "W"});
  TestDrive drive(config, host_params("linux-fio"), "seq:128KiB:2");
  const double pages = drive.measure(sequential_writes, 100_ms, 300_ms).throughput() / 4096;
  CHECK(pages == Approx((cap - config.power.idle_watts) / joules_per_page(config)).epsilon(0.01));
}

TEST_CASE("with power to spare, sequential writes are bound by the dies of the frontier") {
  const std::uint32_t dies_a_channel = GENERATE(1u, 2u, 4u);
  CAPTURE(dies_a_channel);
  // Two pages a die: a larger buffer lets two superblocks, on different dies, be written at once for longer.
  const std::string buffer = "dram.write_buffer=" + std::to_string(256 * dies_a_channel) + "KiB";
  const auto config = drive_config(
      "p320h-700", scale, {"power.governor=false", buffer, "ftl.frontier=" + std::to_string(dies_a_channel)});
  TestDrive drive(config, host_params("linux-fio"), "seq:128KiB:2");
  const double bound = 32.0 * dies_a_channel * 4096 * 7 / 8 / 230e-6;
  const double rate = drive.measure(sequential_writes, 100_ms, 300_ms).throughput();
  CHECK(rate < bound * 1.035);  // while a superblock ends the next one has begun, on other dies
  CHECK(rate > bound * 0.95);
}
