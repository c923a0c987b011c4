#include <catch2/catch.hpp>
#include <numeric>

#include "models/ftl/functional.hpp"
#include "validation/checks/test_drive_test.hpp"

using namespace rainier;
using namespace rainier::checks;
using namespace rainier::literals;

namespace {

/// 64 dies on 8 channels with 7+1 parity and paced GC: 1,024 superblocks of 1,024 pages.
controller::DriveConfig small_drive() {
  return drive_config(
      "p320h-700", 1,
      {"channel.channels=8", "channel.dies=64", "ftl.frontier=4", "nand.blocks_per_plane=256",
       "nand.pages_per_block=32", "ftl.reserve=0", "capacity=2640MiB", "power.governor=false"});
}

std::uint64_t erases(const ftl::Ftl& ftl) {
  const auto& counts = ftl.superblocks().erases;
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

TEST_CASE(
    "write amplification is the same before and after the functional tier hands over to the timed one "
    "(heavy)") {
  TestDrive drive(small_drive(), host_params("linux-fio"), "seq:128KiB:1,rand:4KiB:2");
  ftl::Ftl& ftl = drive->controller().ftl();
  const std::uint64_t pages = ftl.logical_pages();

  const ftl::Counters start = ftl.counters();
  drive->precondition(drive::parse_recipe("rand:4KiB:3"));
  const double functional = (ftl.counters() - start).write_amplification();

  const std::string size = "number_ios=" + std::to_string(pages / 4);
  const auto job = [&](const std::string& ios) {
    drive->load(
        fio::parse_options({"rw=randwrite", "bs=4k", "iodepth=32", "numjobs=8", "norandommap", ios}).jobs);
    while (!drive->done()) drive->advance(100_ms);
  };
  job("number_ios=8192");
  const drive::Usage before = drive->usage();
  job(size);
  const drive::Usage timed = drive->usage() - before;
  CAPTURE(functional, timed.ftl.write_amplification(), timed.ftl.host_writes, pages, ftl.free_superblocks());
  CHECK(timed.ftl.write_amplification() == Approx(functional).epsilon(0.005));
  CHECK(static_cast<double>(timed.ftl.parity) * 7 ==
        Approx(static_cast<double>(timed.ftl.host_writes + timed.ftl.copies)).epsilon(1e-3));
  CHECK(ftl.consistent());
}

TEST_CASE("both tiers count as many erases as their programs filled superblocks") {
  TestDrive drive(small_drive(), host_params("linux-fio"), "seq:128KiB:1,rand:4KiB:1");
  ftl::Ftl& ftl = drive->controller().ftl();
  const auto check = [&](std::uint64_t erases_before, const ftl::Counters& before) {
    const ftl::Counters c = ftl.counters() - before;
    const double filled = static_cast<double>(c.host_writes + c.copies + c.parity) / ftl.layout().units();
    CHECK(c.erases == erases(ftl) - erases_before);
    CHECK(static_cast<double>(c.erases) == Approx(filled).margin(12));  // those open and free come and go
  };
  ftl::Counters before = ftl.counters();
  std::uint64_t erased = erases(ftl);
  drive->precondition(drive::parse_recipe("rand:4KiB:0.5"));
  check(erased, before);
  before = ftl.counters();
  erased = erases(ftl);
  drive.measure({"rw=randwrite", "bs=4k", "iodepth=32", "numjobs=8", "norandommap"}, 0_ms, 1_s);
  check(erased, before);
  const auto operations = drive->usage().flash.operations[static_cast<std::size_t>(channel::Kind::erase)];
  const std::uint64_t blocks = std::accumulate(operations.begin(), operations.end(), std::uint64_t{0});
  CHECK(blocks / ftl.layout().row() - (ftl.counters() - before).erases <= 8);
}
