#include "validation/oracles/endurance.hpp"

#include <catch2/catch.hpp>

#include "models/controller/layout_of.hpp"
#include "models/ftl/bulk_zones.hpp"
#include "models/ftl/functional.hpp"
#include "models/health/endurance/endurance.hpp"
#include "models/reliability/errors.hpp"
#include "validation/checks/test_drive_test.hpp"
#include "validation/oracles/codeword.hpp"
#include "validation/oracles/write_amplification.hpp"

using namespace rainier;
using namespace rainier::checks;
using health::EnduranceResult;
using Pattern = health::EnduranceWorkload::Pattern;

namespace {

EnduranceResult written(const controller::DriveConfig& drive, health::EnduranceWorkload workload,
                        double bytes) {
  health::EnduranceOptions options;
  options.until_bytes = bytes;
  return health::endurance_of(drive, workload, options);
}

}  // namespace

TEST_CASE("a P320h lasts as long as raw x P/E x k/(k+1) / WA says (heavy)") {
  const auto drive = drive_config("p320h-700");
  const EnduranceResult random = written(drive, {Pattern::random, 4096}, 20e12);
  const EnduranceResult in_order = written(drive, {Pattern::sequential, 128 << 10}, 20e12);
  const oracle::Endurance closed_form{random.good_bytes, random.rated_cycles, 7};
  // 2,028 blocks in use of each plane, 128 a superblock, less those that are open, free or being collected.
  const double superblocks = 2028.0 * 512 * 2 / 128 - 10;
  const double op = superblocks * 128 * 128 * 7 / 8 * 4096 / 700e9 - 1;
  CHECK(random.gc == Approx(oracle::fifo(op)).epsilon(0.005));
  CHECK(random.host_bytes_to_end == Approx(oracle::host_bytes(closed_form, oracle::fifo(op))).epsilon(0.01));
  CHECK(in_order.host_bytes_to_end == Approx(oracle::host_bytes(closed_form, 1)).epsilon(0.005));
}

TEST_CASE("a percent of a P320h's counter is 1,857 TB written in order, as the review measured (heavy)") {
  const EnduranceResult r = written(drive_config("p320h-700"), {Pattern::sequential, 8'000'000}, 20e12);
  CHECK(r.host_bytes_per_percent == Approx(1857e12).epsilon(0.002));
}

TEST_CASE("random writes wear a P320h out 8 % before its rating: that asks for 108,700 cycles (heavy)") {
  const auto [preset, rating] =
      GENERATE(table<const char*, double>({{"p320h-700", 50e15}, {"p320h-350", 25e15}}));
  const EnduranceResult r = written(drive_config(preset), {Pattern::random, 4096}, 20e12);
  CHECK(r.host_bytes_to_end == Approx(rating).epsilon(0.09));
  CHECK(r.host_bytes_to_end < rating);
  CHECK(rating / r.host_bytes_to_end * r.rated_cycles == Approx(108'700).epsilon(0.01));
}

TEST_CASE(
    "a percent of a P400m's counter is what the review measured, less 6 %: it counts by its rated cycles "
    "(heavy)") {
  const auto [preset, tb] =
      GENERATE(table<const char*, double>({{"p400m-200", 68.39}, {"p400m-400", 136.78}}));
  const EnduranceResult r = written(drive_config(preset), {Pattern::sequential, 8 << 20}, 20e12);
  CHECK(r.host_bytes_per_percent == Approx(0.942 * tb * 1e12).epsilon(0.005));
}

TEST_CASE("the enterprise workload of JESD219 wears a P400m out at its rating (heavy)") {
  // The larger ones are the quick validation's: their ratio of spare is the same, and so is what they do.
  const EnduranceResult r = written(drive_config("p400m-100"), health::jesd219(), 5e12);
  CHECK(r.host_bytes_to_end == Approx(1.75e15).epsilon(0.02));
}

TEST_CASE("the bulk tier amplifies writes that prefer some addresses as the functional tier does (heavy)") {
  controller::DriveConfig drive = drive_config("p400m-100");
  drive.nand.blocks_per_plane /= 4;
  drive.capacity_bytes /= 4;
  const std::vector<ftl::Zone> zones = health::jesd219().zones;
  const std::uint32_t pages = drive.logical_pages();
  const ftl::Layout layout = controller::layout_of(drive);
  ftl::BulkZones bulk(layout, drive.ftl, pages, zones, 1);
  ftl::Ftl ftl(layout, drive.ftl, pages, 1);
  ftl::Functional functional(ftl);
  bulk.fill();
  for (std::uint32_t page = 0; page < pages; ++page) functional.write(page);
  Philox random(1, "zones");
  const auto write = [&](std::uint64_t count) {
    bulk.write(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      double draw = random.unit(), first = 0;
      std::size_t zone = 0;
      while (zone + 1 < zones.size() && draw >= zones[zone].writes) {
        draw -= zones[zone].writes;
        first += zones[zone++].addresses;
      }
      const double place = first + zones[zone].addresses * draw / zones[zone].writes;
      functional.write(std::min(static_cast<std::uint32_t>(place * pages), pages - 1));
    }
  };
  write(6 * std::uint64_t{pages});
  const ftl::Counters before_bulk = bulk.counters(), before = ftl.counters();
  write(4 * std::uint64_t{pages});
  CHECK((bulk.counters() - before_bulk).write_amplification() ==
        Approx((ftl.counters() - before).write_amplification()).epsilon(0.01));
}

TEST_CASE("worn out, MLC drives lose fewer sectors than published, the P400m thanks to RAIN (heavy)") {
  const EnduranceResult p400m = written(drive_config("p400m-200"), {Pattern::random, 4096}, 0);
  REQUIRE(p400m.reached_end);
  CHECK(p400m.uber < 1e-16);
  CHECK(p400m.uber_of_ecc > 1e-16);
  const EnduranceResult p420m = written(drive_config("p420m-1400"), {Pattern::random, 4096}, 0);
  REQUIRE(p420m.reached_end);
  CHECK(p420m.uber < 1e-17);
}

TEST_CASE("codewords fail in the model as the oracle sums it up") {
  const auto [bytes, t] = GENERATE(table<int, int>({{512, 4}, {512, 8}, {1024, 24}, {2048, 60}}));
  const oracle::Codeword expected = oracle::bch(bytes, t);
  const reliability::Codeword codeword{static_cast<std::uint32_t>(8 * bytes), static_cast<std::uint32_t>(t)};
  CHECK(codeword.parity_bits() == static_cast<std::uint32_t>(expected.parity_bits));
  for (const double rber : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    CAPTURE(bytes, t, rber);
    CHECK(reliability::codeword_failure(codeword, rber) ==
          Approx(oracle::failure(expected, rber)).epsilon(1e-6));
  }
}
