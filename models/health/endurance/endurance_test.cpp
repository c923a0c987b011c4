#include "models/health/endurance/endurance.hpp"

#include <catch2/catch.hpp>
#include <functional>

using namespace rainier;
using namespace rainier::health;
using Pattern = EnduranceWorkload::Pattern;

namespace {

/// 1 GiB raw with 7+1 parity, worn after 200 cycles: 256 superblocks of 1,024 pages.
controller::DriveConfig small_drive() {
  controller::DriveConfig drive;
  drive.capacity_bytes = std::uint64_t{640} << 20;
  drive.nand.blocks_per_plane = 64;
  drive.nand.pages_per_block = 32;
  drive.nand.rated_cycles = 200;
  drive.channel.channels = 8;
  drive.channel.dies = 64;
  drive.ftl.reserve = 0;
  drive.ftl.factory_bad = 0;
  drive.reliability.ecc_bits = 4;
  drive.reliability.rated_rber = 1e-4;
  return drive;
}

}  // namespace

TEST_CASE("a block that covers parts of mapping units writes each of them whole") {
  CHECK(units_of_block(4096, 4096, 4096) == 1);
  CHECK(units_of_block(512, 512, 4096) == 1);
  CHECK(units_of_block(4096, 4096, 8192) == 1);
  CHECK(units_of_block(128 * 1024, 128 * 1024, 4096) == 32);
  CHECK(units_of_block(6144, 6144, 4096) == 2);
  CHECK(units_of_block(3072, 3072, 4096) == 1.5);  // at 0, 3, 6 and 9 KiB: one, two, two and one
}

TEST_CASE("writing in order spends a cycle on each good byte, less parity") {
  const controller::DriveConfig drive = small_drive();
  const EnduranceResult r = endurance_of(drive, {Pattern::sequential, 128 * 1024});
  CHECK(r.reached_end);
  CHECK(r.gc == 1);
  CHECK(r.parity == Approx(8.0 / 7));
  CHECK(r.amplification() == Approx(8.0 / 7));
  CHECK(r.host_bytes_to_end == Approx(static_cast<double>(drive.raw_bytes()) * 200 * 7 / 8).epsilon(0.01));
  CHECK(r.cycles.mean == Approx(200).epsilon(0.01));
  CHECK(r.cycles.most - r.cycles.least <= 4);
  CHECK(r.media_bytes == Approx(r.host_bytes * 8 / 7));
}

TEST_CASE("a write of half a mapping unit costs a whole one") {
  const controller::DriveConfig drive = small_drive();
  const EnduranceResult whole = endurance_of(drive, {Pattern::random, 4096});
  const EnduranceResult half = endurance_of(drive, {Pattern::random, 2048});
  CHECK(whole.mapping == 1);
  CHECK(half.mapping == 2);
  CHECK(half.gc == Approx(whole.gc).epsilon(0.001));
  CHECK(half.host_bytes_per_percent * 2 == Approx(whole.host_bytes_per_percent).epsilon(0.001));
}

TEST_CASE("before the end of life it is extrapolated, to what running on would give") {
  const controller::DriveConfig drive = small_drive();
  const EnduranceResult all = endurance_of(drive, {});
  EnduranceOptions options;
  options.until_bytes = all.host_bytes_to_end / 3;
  const EnduranceResult third = endurance_of(drive, {}, options);
  CHECK_FALSE(third.reached_end);
  CHECK(third.host_bytes == Approx(options.until_bytes).epsilon(1e-4));
  CHECK(third.host_bytes_to_end == Approx(all.host_bytes_to_end).epsilon(0.01));
  CHECK(third.cycles.mean == Approx(200.0 / 3).epsilon(0.02));
}

TEST_CASE("the counter has its own constant, and the end of life another") {
  controller::DriveConfig drive = small_drive();
  const EnduranceResult rated = endurance_of(drive, {});
  CHECK(rated.percent_of_life == Approx(100).epsilon(0.01));
  drive.health.counter_cycles = 400;
  const EnduranceResult counted = endurance_of(drive, {});
  CHECK(counted.percent_of_life == Approx(50).epsilon(0.01));
  CHECK(counted.host_bytes_per_percent == Approx(2 * rated.host_bytes_per_percent));
  CHECK(counted.host_bytes_to_end == rated.host_bytes_to_end);
}

TEST_CASE("every parameter of reliability and wear moves what is lost") {
  const controller::DriveConfig drive = small_drive();
  EnduranceOptions options;
  options.until_bytes = 10e9;
  const double before = endurance_of(drive, {}, options).uber;
  CHECK(before > 0);
  const auto change = GENERATE(
      as<std::function<void(controller::DriveConfig&)>>(), [](auto& d) { ++d.reliability.ecc_bits; },
      [](auto& d) { d.reliability.fresh_rber *= 2; }, [](auto& d) { d.reliability.rated_rber *= 2; },
      [](auto& d) { d.reliability.exponent = 3; }, [](auto& d) { d.nand.rated_cycles *= 2; },
      [](auto& d) { d.ftl.factory_bad = 0.01; });
  controller::DriveConfig changed = drive;
  change(changed);
  CHECK(endurance_of(changed, {}, options).uber != before);
}

TEST_CASE("the same arguments give the same result") {
  controller::DriveConfig drive = small_drive();
  drive.ftl.gc.victim = ftl::VictimPolicy::d_choices;
  EnduranceOptions options;
  options.until_bytes = 20e9;
  const EnduranceResult a = endurance_of(drive, {}, options), b = endurance_of(drive, {}, options);
  CHECK(a.host_bytes == b.host_bytes);
  CHECK(a.media_bytes == b.media_bytes);
  CHECK(a.cycles.deviation == b.cycles.deviation);
  options.seed = 2;
  CHECK(endurance_of(drive, {}, options).cycles.deviation != a.cycles.deviation);
}

TEST_CASE("a run that is stopped says so and reports what it did") {
  EnduranceOptions options;
  options.progress = [](double done) { return done < 0.3; };
  const EnduranceResult r = endurance_of(small_drive(), {}, options);
  CHECK(r.partial);
  CHECK_FALSE(r.reached_end);
  CHECK(r.cycles.mean > 0.3 * 200);
}

TEST_CASE("a block that no host could write is refused") {
  const auto block = GENERATE(std::uint64_t{0}, std::uint64_t{1000}, std::uint64_t{1} << 40);
  CHECK_THROWS_WITH(endurance_of(small_drive(), {Pattern::random, block}),
                    Catch::Contains("multiple of 512"));
}

TEST_CASE("JESD219 shares out all writes, half of them on a twentieth of the addresses") {
  const EnduranceWorkload workload = jesd219();
  double writes = 0, on_zones = 0, addresses = 0;
  for (const auto& size : workload.sizes) writes += size.writes;
  for (const ftl::Zone& zone : workload.zones) on_zones += zone.writes, addresses += zone.addresses;
  CHECK(writes == Approx(1));
  CHECK(on_zones == Approx(1));
  CHECK(addresses == Approx(1));
  // Enumerated: every sector that a write below 4 KiB may begin at, and units of 4 KiB.
  CHECK(mapping_of(workload, 4096) == Approx(1.045841519).epsilon(1e-8));
}

TEST_CASE("writes that prefer some addresses wear the drive sooner where nothing keeps hot from cold") {
  const controller::DriveConfig drive = small_drive();
  EnduranceWorkload even, uneven;
  uneven.zones = jesd219().zones;
  const EnduranceResult r = endurance_of(drive, uneven);
  CHECK(r.reached_end);
  CHECK(r.mapping == 1);
  CHECK(r.gc > 1.1 * endurance_of(drive, even).gc);
  CHECK(r.host_bytes_to_end * r.amplification() ==
        Approx(static_cast<double>(drive.raw_bytes()) * 200).epsilon(0.02));
}
